import net from 'node:net';

export type Cutter = Awaited<ReturnType<typeof startCutter>>;

/** A relay to the port of a gateway whose connections a test can cut and restore. */
export async function startCutter(port: number) {
  const ends = new Set<net.Socket>();
  let isCut = false;
  const server = net.createServer((here) => {
    if (isCut) return void here.destroy();
    const there = net.connect(port, '127.0.0.1');
    for (const [one, other] of [
      [here, there],
      [there, here],
    ] as const) {
      ends.add(one);
      one.on('error', () => undefined).on('close', () => (ends.delete(one), other.destroy()));
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    isCut = true;
    for (const end of ends) end.destroy();
  };
  return {
    port: (server.address() as net.AddressInfo).port,
    cut,
    mend: (): void => void (isCut = false),
    async close(): Promise<void> {
      cut();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
