import { lookup } from 'node:dns/promises';
import type { Clock } from '../clock.ts';
import type { PrivateHosts } from './private-hosts.ts';

/** Longer than any mail server in the private network takes to sign somebody in. */
const HIDDEN_MS = 6000;

/** Whether results of a connection to that host must not be revealed: it is in the private network and not allowed. */
export async function isHiddenHost(opened: PrivateHosts, host: string): Promise<boolean> {
  if (opened.hasName(host)) return false;
  const name = host.replace(/^\[|\]$/g, '');
  const found = await lookup(name, { all: true }).catch(() => []);
  return found.some(({ address }) => opened.isSecret(address));
}

type Options = {
  clock: Clock;
  /** Whether this failure would reveal an open port, or the kind of server behind it. */
  isTelling: (error: unknown) => Promise<boolean> | boolean;
  /** The error for an attempt that takes longer than that. */
  tooLate: () => Error;
};

/** Makes every failure to reach a server take the same time; one that does not reveal anything is thrown at once. */
export async function withConstantTiming(
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
