// The browser's microphone, for a single recording (microphone.js) and for a whole conversation (talk.js).
const TYPES = ["audio/webm;codecs=opus", "audio/mp4;codecs=mp4a.40.2", "audio/mp4", "audio/webm", "audio/ogg;codecs=opus"];
const SAID = { NotAllowedError: "denied", SecurityError: "denied", NotFoundError: "none", OverconstrainedError: "none" };
export const LOUD = 0.01;

// The name of the sentence that says why nothing can be recorded here; "" where it can.
export function obstacle() {
  if (!window.isSecureContext) return "insecure";
  if (!navigator.mediaDevices?.getUserMedia || !window.MediaRecorder) return "unable";
  return TYPES.some((type) => MediaRecorder.isTypeSupported(type)) ? "" : "unable";
}

// The same for what `openMicrophone` throws.
export const troubleOf = (error) => SAID[error.name] ?? "busy";

export function openMicrophone() {
  return navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true } });
}

export function newRecorder(stream) {
  const type = TYPES.find((each) => MediaRecorder.isTypeSupported(each));
  return { type, recorder: new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: 32_000 }) };
}

const NAME = "raconteur-recording-";
const heldHere = new Set();

// Tells everybody, until the returned function is called, that this recording is still being made.
export function hold(id) {
  let release = () => {};
  const over = new Promise((resolve) => (release = resolve));
  navigator.locks?.request(NAME + id, () => over);
  heldHere.add(id);
  return () => {
    heldHere.delete(id);
    release();
  };
}

// Returns the ids of the recordings that are being made, here or in another tab.
export async function held() {
  const locks = (await navigator.locks?.query())?.held ?? [];
  const ids = locks.filter(({ name }) => name.startsWith(NAME)).map(({ name }) => name.slice(NAME.length));
  return new Set([...ids, ...heldHere]);
}

// Tells how loud it is; null where the browser does not say.
export function meterOf(stream) {
  const context = globalThis.AudioContext ? new AudioContext() : null;
  if (!context) return null;
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const level = () => {
    analyser.getFloatTimeDomainData(samples);
    return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
  };
  return { level, close: () => context.close() };
}

export async function stayAwake() {
  return navigator.wakeLock?.request("screen").catch(() => null);
}
