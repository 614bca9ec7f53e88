import fs from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import {
  AsteriskMissing,
  hasSipp,
  unexpectedVersionOf,
  provideAsterisk,
  startAsterisk as startProvided,
} from '@trunkline/simulator';

export { startCaller, startPhone } from '@trunkline/simulator';

/** The folder of Asterisk, fetched once for all test files; undefined if there is none, and then the tests are skipped. */
const provided = await provide();

/** Whether a real gateway can run here, and SIPp, which calls it. */
export const hasAsterisk = provided !== undefined;

async function provide(): Promise<string | undefined> {
  try {
    if (!hasSipp) throw new AsteriskMissing('SIPp is not installed (sip-tester).');
    const folder = await provideAsterisk();
    const other = unexpectedVersionOf(folder);
    if (other && process.env['TEST_RUN'] === 'core')
      throw new AsteriskMissing(`${other} is not the version that was measured: the full run alone uses it.`);
    return folder;
  } catch (error) {
    if (!(error instanceof AsteriskMissing)) throw error;
    process.stderr.write(`${error.message}\nTests with a real telephone gateway are SKIPPED.\n`);
    return undefined;
  }
}

export type Gateway = Awaited<ReturnType<typeof startAsterisk>>;

/** Starts a gateway on free ports, with the menu, queues and phones of deploy/asterisk. */
export async function startAsterisk() {
  if (provided === undefined) throw new AsteriskMissing('no Asterisk');
  const gateway = await startProvided({ asterisk: provided });
  const rows = async (file: string): Promise<string[][]> =>
    parse(await fs.readFile(path.join(gateway.folder, 'log', file)), { relaxColumnCount: true });
  return {
    ...gateway,

    /** The gateway's own call records, one for each leg (its CDR, deploy/asterisk/cdr_custom.conf); times in milliseconds. */
    async records() {
      const all = await rows('cdr-custom/legs.csv');
      return all.map(([id = '', channel = '', otherChannel = '', began, ended]) => ({
        id,
        channel,
        otherChannel,
        began: Number(began) * 1000,
        ended: Number(ended) * 1000,
      }));
    },

    /** The gateway's own records of its channels' events (its CEL, deploy/asterisk/cel_custom.conf). */
    async notes() {
      const all = await rows('cel-custom/cel.csv');
      return all.map(([kind = '', at, channel = '', id = '', call = '', application = '']) => ({
        kind,
        channel,
        id,
        call,
        application,
        at: Number(at) * 1000,
      }));
    },
  };
}
