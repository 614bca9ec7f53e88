import { lookup } from 'node:dns/promises';
import type { Clock } from '../clock.ts';
import type { PrivateHosts } from './private-hosts.ts';

/** Longer than any mail server of one's own network takes to sign somebody in. */
const HIDDEN_MS = 6000;

/** Whether we keep to ourselves what becomes of a connection to that host: it is on our own network and was not opened. */
export async function isHidden(opened: PrivateHosts, host: string): Promise<boolean> {
  if (opened.hasName(host)) return false;
  const name = host.replace(/^\[|\]$/g, '');
  const found = await lookup(name, { all: true }).catch(() => []);
  return found.some(({ address }) => opened.isSecret(address));
}

type Options = {
  clock: Clock;
  /** Whether this failure would tell a closed port from an open one, or one kind of server from another. */
  isTelling: (error: unknown) => Promise<boolean> | boolean;
  /** What is thrown where it takes longer than that. */
  tooLate: () => Error;
};

/** Every failure to reach a server takes as long as every other; one that a server of that kind answers is told at once. */
export async function withEvenTiming(
  attempt: () => Promise<void>,
  { clock, isTelling, tooLate }: Options,
): Promise<void> {
  let cancel = (): void => undefined;
  const timeIsUp = new Promise<never>((_, reject) => {
    cancel = clock.after(HIDDEN_MS, () => reject(tooLate()));
  });
  timeIsUp.catch(() => undefined);
  try {
    await Promise.race([attempt(), timeIsUp]);
  } catch (error) {
    if (await isTelling(error)) await timeIsUp;
    throw error;
  } finally {
    cancel();
  }
}
