import { sendGuarded } from './guarded-request.ts';
import type { PrivateHosts } from './private-hosts.ts';

type PostOptions = {
  headers: Record<string, string>;
  body: string;
  opened: PrivateHosts;
  signal: AbortSignal;
  answerBytes: number;
};

/** Posts to an external address; follows no redirect, and reads at most `answerBytes` of the response. */
export async function guardedPost(
  address: string,
  { headers, body, opened, signal, answerBytes }: PostOptions,
): Promise<{ status: number; answer: string }> {
  const request = { method: 'POST', headers, body, signal };
  return sendGuarded(address, { opened }, request, ({ request: sent, response, resolve }) => {
    const parts: Buffer[] = [];
    let size = 0;
    const { statusCode: status = 0 } = response;
    const done = () => {
      const answer = Buffer.concat(parts).subarray(0, answerBytes).toString('utf8');
      resolve({ status, answer });
      sent.destroy();
    };
    response.on('data', (chunk: Buffer) => {
      parts.push(chunk);
      size += chunk.length;
      if (size >= answerBytes) done();
    });
    response.on('end', done);
    if (status === 101) done();
    // A status of success counts, even if the rest of the response does not arrive.
    return status >= 200 && status < 300 ? done : undefined;
  });
}
