// Prints one line per step with its time, and progress for steps longer than two seconds.
const started = Date.now();
const running = new Map();
const isTerminal = process.stdout.isTTY;

const FIRST_SIGN_MS = 2_000;
const NEXT_SIGN_MS = isTerminal ? 1_000 : 60_000;

let ticker;

/** Prints a line with the time since the start in front. */
export function say(line) {
  eraseProgress();
  console.log(`${seconds(Date.now() - started).padStart(7)}  ${line}`);
}

/** Runs `work`, and prints how long it took and whether it succeeded. */
export async function step(label, work) {
  const entry = { label, since: Date.now(), nextSign: Date.now() + FIRST_SIGN_MS };
  running.set(entry, entry);
  ticker ??= setInterval(showProgress, 500);
  let outcome = 'failed after';
  try {
    const result = await work();
    outcome = '·';
    return result;
  } finally {
    running.delete(entry);
    if (running.size === 0) {
      clearInterval(ticker);
      ticker = undefined;
    }
    say(`${label} ${outcome} ${seconds(Date.now() - entry.since)}`);
  }
}

function showProgress() {
  const now = Date.now();
  const due = [...running.values()].filter(({ nextSign }) => nextSign <= now);
  if (due.length === 0) return;
  if (isTerminal) {
    const texts = [...running.values()].map(({ label, since }) => `${label} … ${seconds(now - since)}`);
    eraseProgress();
    process.stdout.write(`${''.padStart(9)}${texts.join(', ')}`.slice(0, process.stdout.columns - 1));
    return;
  }
  for (const entry of due) {
    entry.nextSign = now + NEXT_SIGN_MS;
    say(`… ${entry.label}, ${seconds(now - entry.since)} so far`);
  }
}

function eraseProgress() {
  if (isTerminal) process.stdout.write('\r\u001b[K');
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
