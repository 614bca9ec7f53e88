import dgram from 'node:dgram';

/** Returns a free UDP port of this machine: any for 0, otherwise the first one from `wanted` on. */
export function freeUdpPort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = dgram.createSocket('udp4');
    probe.once('error', (error: NodeJS.ErrnoException) => {
      probe.close();
      if (error.code === 'EADDRINUSE') resolve(freeUdpPort(wanted + 1));
      else reject(error);
    });
    probe.bind(wanted, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
