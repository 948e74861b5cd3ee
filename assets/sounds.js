// The sounds of a written line, with what the browser itself has: a tick like chalk on slate, and
// a voice. Nothing is loaded for them, and only voices that are on the device speak: others would
// send what is said to a server.

const TICK = 0.03; // how long a tick takes, in seconds
const LOUDNESS = 0.12; // the loudest would be 1
const PITCH = 3_200; // of the chalk, in Hz

const { speechSynthesis: speech } = globalThis;
let audio;
let isSpeechAsleep = false;

/** Tick and say a written line, as far as that is switched on; without a line only get ready. */
export function sound({ line, ticks, speaks, language }) {
  if (ticks) {
    audio ??= new AudioContext();
  }
  if (line === null) {
    isSpeechAsleep = speaks;
    speech?.getVoices(); // some browsers begin to look for voices when they are asked
    return;
  }
  if (ticks) {
    tick();
  }
  if (speaks && line) {
    say(line, language);
  }
}

function tick() {
  const length = Math.ceil(TICK * audio.sampleRate);
  const noise = audio.createBuffer(1, length, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < length; at += 1) {
    samples[at] = (2 * Math.random() - 1) * LOUDNESS * (1 - at / length) ** 2;
  }
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const chalk = new BiquadFilterNode(audio, { type: "bandpass", frequency: PITCH });
  source.connect(chalk).connect(audio.destination);
  source.start();
}

async function say(line, language) {
  if (!speech) {
    return;
  }
  if (!speech.getVoices().length) {
    await new Promise((found) => speech.addEventListener("voiceschanged", found, { once: true }));
  }
  const voice = voiceFor([language, ...navigator.languages]);
  if (voice) {
    const said = new SpeechSynthesisUtterance(line);
    said.voice = voice;
    said.lang = voice.lang;
    speech.cancel(); // what is newest counts
    speech.speak(said);
  }
}

/** Return a voice on the device for the first of the languages that has one. */
function voiceFor(languages) {
  const here = speech.getVoices().filter(({ localService }) => localService);
  const speaks = (wished) => here.find(({ lang }) => main(lang) === main(wished));
  return languages.map(speaks).find(Boolean);
}

function main(language) {
  return language.toLowerCase().split(/[-_]/)[0];
}

/** Some browsers are silent until a sound begins while the page is touched. */
function awake() {
  audio?.resume();
  if (isSpeechAsleep) {
    isSpeechAsleep = false;
    speech?.speak(new SpeechSynthesisUtterance(""));
  }
}

addEventListener("pointerup", awake, { capture: true });
