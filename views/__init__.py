"""What people see and tap, and every word they read. It decides no score and keeps no file.

This file imports nothing, so that the command line can use the sentences without Flet.
"""
