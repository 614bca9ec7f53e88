import { AmiError } from '../ami/errors.ts';
import type { AmiAction, AmiMessage } from '../ami/message.ts';
import type { GatewayRequests } from '../gateways/gateways-service.ts';
import { demandSafeConfig, configFileText, type ConfigSection } from './config-text.ts';

type AmiRequests = Pick<GatewayRequests, 'ask'>;

/** Every file of ours is created from this one: the action is refused without a file to start from. */
const EMPTY = 'trunkline_empty.conf';
/** AMI allows 128 lines per action (AST_MAX_MANHEADERS); a step has up to four, and the action itself some more. */
const STEPS = 29;

const numbered = (at: number): string => String(at).padStart(6, '0');

/** The content of a file at the gateway; undefined where there is none. @throws AmiError */
export async function readFile({ ask }: AmiRequests, file: string): Promise<ConfigSection[] | undefined> {
  try {
    return sectionsIn(await ask({ Action: 'GetConfig', Filename: file }));
  } catch (error) {
    if (isGatewayRefusal(error) && error.refusal === 'no_file') return undefined;
    throw error;
  }
}

function sectionsIn(message: AmiMessage): ConfigSection[] {
  const sections: ConfigSection[] = [];
  for (let at = 0; ; at += 1) {
    const name = message.get(`Category-${numbered(at)}`);
    if (name === undefined) return sections;
    sections.push({ name, lines: linesIn(message, at) });
  }
}

function linesIn(message: AmiMessage, section: number): [string, string][] {
  const lines: [string, string][] = [];
  for (let at = 0; ; at += 1) {
    const line = message.get(`Line-${numbered(section)}-${numbered(at)}`);
    if (line === undefined) return lines;
    const equals = line.indexOf('=');
    lines.push([line.slice(0, equals), line.slice(equals + 1)]);
  }
}

export const isSameConfig = (
  one: readonly ConfigSection[] | undefined,
  other: readonly ConfigSection[],
): boolean => one !== undefined && configFileText(one) === configFileText(other);

/**
 * Writes a file so that the gateway never sees half of it: step by step into a second file, which then replaces it in one
 * action. @throws AmiError
 */
export async function writeFile(
  { ask }: AmiRequests,
  file: string,
  sections: readonly ConfigSection[],
): Promise<void> {
  const next = file.replace(/\.conf$/, '_next.conf');
  for (const each of [EMPTY, next, file]) await make({ ask }, each);
  const steps = stepsOf(demandSafeConfig(sections));
  for (let from = 0; from === 0 || from < steps.length; from += STEPS)
    await ask({
      Action: 'UpdateConfig',
      SrcFilename: from === 0 ? EMPTY : next,
      DstFilename: next,
      ...fieldsOf(steps.slice(from, from + STEPS)),
    });
  await ask({ Action: 'UpdateConfig', SrcFilename: next, DstFilename: file });
}

type Step = { Action: 'NewCat' | 'Append'; Cat: string; Var?: string; Value?: string };

const stepsOf = (sections: readonly ConfigSection[]): Step[] =>
  sections.flatMap(({ name, lines }): Step[] => [
    { Action: 'NewCat', Cat: name },
    ...lines.map(([key, value]): Step => ({ Action: 'Append', Cat: name, Var: key, Value: value })),
  ]);

const fieldsOf = (steps: readonly Step[]): Omit<AmiAction, 'Action'> =>
  Object.fromEntries(
    steps.flatMap((step, at) =>
      Object.entries(step).map(([key, value]) => [`${key}-${numbered(at)}`, value]),
    ),
  );

/** Creates the file, since UpdateConfig refuses one that does not exist. */
async function make({ ask }: AmiRequests, file: string): Promise<void> {
  try {
    await ask({ Action: 'CreateConfig', Filename: file });
  } catch (error) {
    if (!isGatewayRefusal(error) || error.refusal !== 'file_exists') throw error;
  }
}

export const isGatewayRefusal = (error: unknown): error is AmiError =>
  error instanceof AmiError && error.errorCode === 'failed';
