import {
  TEST_CALL_CODE,
  type PhoneSetupItem,
  type PhoneItemOf,
  type PhoneTarget,
  type QueueMember,
} from '@trunkline/contract';
import { extensionLines, type ConfigSection } from './config-text.ts';
import { hoursContext, hoursSection, type PlannedHours } from './hours-plan.ts';

/** Everything that the gateway's files are made from. */
export type DialPlanInput = {
  items: readonly PhoneSetupItem[];
  /** By user id. */
  extensions: ReadonlyMap<number, string>;
  hours: readonly PlannedHours[];
  /** The URL from which the gateway fetches a prompt. */
  promptUrl: (prompt: PhoneItemOf<'prompt'>) => string;
  /** The passwords of trunks, by the trunk's id. */
  secrets: ReadonlyMap<number, string>;
  /** The first date of which exceptions are written, such as `2026-12-25`: yesterday, because of other time zones. */
  today: string;
};

/** A context that exists in the dial plan once the gateway has loaded our file. */
export const LOADED_MARK_CONTEXT = 'trunkline-seal';
const NUMBERS = 'trunkline-numbers';
const END = 'trunkline-end';
/** Goes to a context of the gateway's own dial plan (deploy/asterisk/extensions.conf) if it exists; otherwise the call ends. */
const LEAVE_MESSAGE = `GotoIf($[\${DIALPLAN_EXISTS(nobody,s,1)}]?nobody,s,1:${END},s,1)`;
const PHONE_SECONDS = 30;
/** Extensions as they may be part of channel names. */
const EXTENSION = /^[\w.-]{1,40}$/;

export const itemsOfKind = <K extends PhoneSetupItem['kind']>(
  { items }: DialPlanInput,
  kind: K,
): PhoneItemOf<K>[] => items.filter((item): item is PhoneItemOf<K> => item.kind === kind);

/** The extension of a queue member; undefined for a user without one. */
export function phoneOfMember({ extensions }: DialPlanInput, member: QueueMember): string | undefined {
  const own = 'extension' in member ? member.extension : extensions.get(member.user_id);
  return own !== undefined && EXTENSION.test(own) ? own : undefined;
}

/** The dial plan: numbers, menus, queues, announcements, and phones that are rung directly. Pure. */
export function dialPlan(plan: DialPlanInput): readonly ConfigSection[] {
  return [
    { name: LOADED_MARK_CONTEXT, lines: extensionLines('s', ['NoOp()']) },
    { name: NUMBERS, lines: itemsOfKind(plan, 'number').flatMap((number) => numberLines(plan, number)) },
    trying,
    ...itemsOfKind(plan, 'menu').map((menu) => menuSection(plan, menu)),
    ...itemsOfKind(plan, 'queue').map((queue) => queueSection(plan, queue)),
    ...itemsOfKind(plan, 'prompt').map((prompt) => ({
      name: contextOf('prompt', prompt.id),
      lines: extensionLines('s', ['Answer()', `Playback(${plan.promptUrl(prompt)})`, 'Hangup()']),
    })),
    ...phonesIn(plan).map((phone) => ({
      name: phoneContext(phone),
      lines: extensionLines('s', [
        `Dial(PJSIP/${phone},${PHONE_SECONDS},t)`,
        'GotoIf($["${DIALSTATUS}" = "ANSWER"]?over)',
        LEAVE_MESSAGE,
        { label: 'over', does: 'Hangup()' },
      ]),
    })),
    ...plan.hours.map((hours) => hoursSection(hours, plan.today)),
    ...callsOut(plan),
    { name: END, lines: extensionLines('s', ['Hangup()']) },
  ].filter(({ lines }) => lines.length > 0);
}

const contextOf = (kind: string, id: number): string => `trunkline-${kind}-${id}`;
const phoneContext = (phone: string): string => `trunkline-phone-${phone}`;

/** "Try it": the caller's own phone continues like a call from outside, to the number that was chosen. */
const trying: ConfigSection = {
  name: 'trunkline-try',
  lines: extensionLines(`_${TEST_CALL_CODE}.`, [
    'Set(TRIED=${FILTER(0-9+,${CUT(EXTEN,*,2):1})})',
    'Set(SHOWN=${FILTER(0-9+,${CUT(EXTEN,*,3)})})',
    'ExecIf($["${SHOWN}" != ""]?Set(CALLERID(all)=<${SHOWN}>))',
    `GotoIf($[\${DIALPLAN_EXISTS(${NUMBERS},\${TRIED},1)}]?${NUMBERS},\${TRIED},1)`,
    'Hangup(1)',
  ]),
};

const play = (url: string | undefined): string[] => (url === undefined ? [] : [`Playback(${url})`]);

function urlOf(plan: DialPlanInput, id: number | null): string | undefined {
  const prompt = itemsOfKind(plan, 'prompt').find((one) => one.id === id);
  return prompt && plan.promptUrl(prompt);
}

function goTo(plan: DialPlanInput, target: PhoneTarget): string {
  if (target.to === 'hang_up') return `Goto(${END},s,1)`;
  if (target.to === 'message') return LEAVE_MESSAGE;
  if (target.to !== 'person' && target.to !== 'extension')
    return `Goto(${contextOf(target.to, target.id)},s,1)`;
  const phone = phoneOfMember(plan, target);
  return `Goto(${phone === undefined ? END : phoneContext(phone)},s,1)`;
}

function numberLines(
  plan: DialPlanInput,
  { number, office_hours_id: hours, open, closed }: PhoneItemOf<'number'>,
) {
  const begin = [
    'Set(__CALL_ID=${UNIQUEID})',
    'Set(__CALL_DIRECTION=in)',
    'Set(__CUSTOMER_NUMBER=${FILTER(0-9+,${CALLERID(num)})})',
  ];
  // Office hours that were deleted count as always open.
  if (hours === null || !plan.hours.some(({ id }) => id === hours))
    return extensionLines(number, [...begin, goTo(plan, open)]);
  return extensionLines(number, [
    ...begin,
    `Gosub(${hoursContext(hours)},s,1)`,
    'GotoIf($["${GOSUB_RETVAL}" = "1"]?open)',
    goTo(plan, closed),
    { label: 'open', does: goTo(plan, open) },
  ]);
}

/** Emits the same events as the menu of deploy/asterisk/extensions.conf, by which calls are followed. */
function menuSection(plan: DialPlanInput, menu: PhoneItemOf<'menu'>): ConfigSection {
  const name = contextOf('menu', menu.id);
  const told = `CallId: \${CALL_ID},Menu: ${name}`;
  const url = urlOf(plan, menu.prompt_id);
  return {
    name,
    lines: [
      ...extensionLines('s', [
        'Answer()',
        'Set(TIMEOUT(digit)=1)',
        'Set(TRIES=0)',
        `UserEvent(IvrEnter,${told})`,
        { label: 'again', does: url === undefined ? 'NoOp()' : `Background(${url})` },
        `WaitExten(${menu.timeout_seconds})`,
      ]),
      ...menu.options.flatMap(({ key, target }) =>
        extensionLines(key, [
          `Set(__IVR_KEYPRESS=${key})`,
          `UserEvent(IvrExit,${told},Reason: choice,Keypress: ${key})`,
          goTo(plan, target),
        ]),
      ),
      ...extensionLines('i', [...play(urlOf(plan, menu.invalid_id)), 'Goto(t,1)']),
      ...extensionLines('t', [
        'Set(TRIES=$[${TRIES}+1])',
        `GotoIf($[\${TRIES}<${menu.tries}]?s,again)`,
        `UserEvent(IvrExit,${told},Reason: no-choice)`,
        goTo(plan, menu.otherwise),
      ]),
    ],
  };
}

function queueSection(
  plan: DialPlanInput,
  { id, queue, welcome_id: welcome, wait_seconds: most, after_wait: next }: PhoneItemOf<'queue'>,
): ConfigSection {
  return {
    name: contextOf('queue', id),
    lines: extensionLines('s', [
      'Answer()',
      'GosubIf($[${DIALPLAN_EXISTS(recorded,s,1)}]?recorded,s,1)',
      `Set(CALL_QUEUE=${queue})`,
      ...play(urlOf(plan, welcome)),
      `Queue(${queue},t,,,${most})`,
      goTo(plan, next),
    ]),
  };
}

function phonesIn(plan: DialPlanInput): string[] {
  const targets = plan.items.flatMap(targetsOf);
  const phones = targets.flatMap((target) =>
    target.to === 'person' || target.to === 'extension' ? (phoneOfMember(plan, target) ?? []) : [],
  );
  return [...new Set(phones)].toSorted();
}

/** The targets that an item leads to. */
function targetsOf(item: PhoneSetupItem): PhoneTarget[] {
  if (item.kind === 'queue') return [item.after_wait];
  if (item.kind === 'number') return [item.open, item.closed];
  if (item.kind === 'menu') return [...item.options.map(({ target }) => target), item.otherwise];
  return [];
}

/** Returns the trunk for outside calls (GOSUB_RETVAL), if one is chosen. */
function callsOut(plan: DialPlanInput): ConfigSection[] {
  const trunk = itemsOfKind(plan, 'trunk').find((one) => one.is_for_calls_out);
  return trunk
    ? [{ name: 'trunkline-out', lines: extensionLines('s', [`Return(${contextOf('trunk', trunk.id)})`]) }]
    : [];
}
