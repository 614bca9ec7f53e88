import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The machine on which the figures were measured. */
function machine() {
  const [cpu] = os.cpus();
  return {
    cpu: `${os.cpus().length} × ${cpu?.model.trim()}`,
    memory_gb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
  };
}

/** Prints the rows as a table and writes them as JSON. A row: { figure, value, unit, target? }. */
export function report(part, rows, out) {
  console.table(Object.fromEntries(rows.map(({ figure, ...rest }) => [figure, rest])));
  const folder = path.resolve(out);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(
    path.join(folder, `${part}.json`),
    `${JSON.stringify({ part, machine: machine(), rows }, null, 2)}\n`,
  );
}

/** Percentiles of times in milliseconds, with two decimals. */
export function percentiles(times, wanted = [50, 95, 99]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (p) =>
    sorted[Math.min(sorted.length - 1, Math.ceil((p / 100) * sorted.length) - 1)] ?? Number.NaN;
  return Object.fromEntries(wanted.map((p) => [`p${p}`, Number(at(p).toFixed(2))]));
}
