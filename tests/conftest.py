from hypothesis import HealthCheck, settings

settings.register_profile(
    "knoddel",
    deadline=None,  # a slow machine is no failure
    suppress_health_check=(HealthCheck.too_slow,),
)
settings.load_profile("knoddel")
