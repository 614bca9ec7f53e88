/** The processor time of some work in ms, which does not grow with what else the machine does. */
export async function cpuMsOf(run: () => unknown): Promise<number> {
  const begin = process.cpuUsage();
  await run();
  return process.cpuUsage(begin).user / 1000;
}
