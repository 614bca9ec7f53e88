import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { okResponse, id, idText, line, text, timestamp } from '../kit/shapes.ts';

/** Limits of a gateway's configuration. Only validated values go into its files, and never names. */
export const PHONE_SETUP_LIMITS = {
  items: 500,
  members: 200,
  promptSeconds: 120,
  /** A WAV of max. length at 8 kHz with 16 bits, in base64. */
  audioText: 2_600_000,
  speechText: 1500,
  spokenRate: 8000,
} as const;

const BODY_BYTES = 4 * 1024 * 1024;

export const MENU_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '*', '#'] as const;
/**
 * How a queue chooses whom it rings, with the names of app_queue. `linear` is left out, since it requires a restart of the
 * gateway.
 */
export const QUEUE_STRATEGIES = ['ringall', 'rrmemory', 'leastrecent', 'fewestcalls', 'random'] as const;
export const TRUNK_CODECS = ['alaw', 'ulaw', 'g722', 'opus', 'g729', 'gsm'] as const;
/** The languages of spoken prompts, with the codes of espeak-ng. */
export const SPEECH_LANGUAGES = [
  ...[
    'en',
    'id',
    'ms',
    'ar',
    'bn',
    'cmn',
    'de',
    'es',
    'fr-fr',
    'hi',
    'it',
    'ja',
    'ko',
    'nl',
    'pt-br',
    'ru',
    'ta',
    'th',
  ],
  ...['tr', 'vi'],
] as const;

const plainExtension = z.string().regex(/^\d{2,10}$/);
/** A number as the carrier sends it. */
const lineNumber = z.string().regex(/^\+?\d{2,15}$/);

/** Where a caller goes next. */
export const phoneTarget = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('hang_up') }),
  /** They can leave a message, or ask for a call-back. */
  z.strictObject({ to: z.literal('message') }),
  z.strictObject({ to: z.enum(['queue', 'menu', 'prompt']), id }),
  z.strictObject({ to: z.literal('person'), user_id: id }),
  z.strictObject({ to: z.literal('extension'), extension: plainExtension }),
]);
export type PhoneTarget = z.infer<typeof phoneTarget>;

const queueMember = z.union([z.strictObject({ user_id: id }), z.strictObject({ extension: plainExtension })]);
export type QueueMember = z.infer<typeof queueMember>;

const name = line(LIMITS.name);
const seconds = (min: number, max: number) => z.number().int().min(min).max(max);

const queue = {
  kind: z.literal('queue'),
  name,
  strategy: z.enum(QUEUE_STRATEGIES),
  /** How long one phone rings before the next. */
  ring_seconds: seconds(5, 120),
  /** How long the queue does not ring an agent after a call. */
  wrap_up_seconds: seconds(0, 600),
  /** Max. wait of a caller, and where they go then. */
  wait_seconds: seconds(10, 7200),
  after_wait: phoneTarget,
  /** Played before waiting. */
  welcome_id: id.nullable(),
  /** Repeated while waiting. */
  announce_id: id.nullable(),
  announce_seconds: seconds(15, 600),
  members: z.array(queueMember).max(PHONE_SETUP_LIMITS.members),
};
const menu = {
  kind: z.literal('menu'),
  name,
  prompt_id: id.nullable(),
  /** Played after a key without a meaning. */
  invalid_id: id.nullable(),
  /** How long it waits for a key after the prompt, and how often it repeats the prompt. */
  timeout_seconds: seconds(1, 60),
  tries: z.number().int().min(1).max(9),
  options: z
    .array(z.strictObject({ key: z.enum(MENU_KEYS), target: phoneTarget }))
    .max(MENU_KEYS.length)
    .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'A key stands there twice'),
  /** For callers who have not chosen anything. */
  otherwise: phoneTarget,
};
const number = {
  kind: z.literal('number'),
  name,
  number: lineNumber,
  /** Null: always open. */
  office_hours_id: id.nullable(),
  open: phoneTarget,
  closed: phoneTarget,
};
const trunk = {
  kind: z.literal('trunk'),
  name,
  host: z
    .string()
    .max(LIMITS.identity)
    .regex(/^[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?$/),
  port: z.number().int().min(1).max(65_535),
  username: z
    .string()
    .max(64)
    .regex(/^[\w.+-]*$/),
  /** Whether we register at the carrier. Otherwise calls only come from the addresses below. */
  registers: z.boolean(),
  /** Whether outside calls use this trunk. */
  is_for_calls_out: z.boolean(),
  codecs: z.array(z.enum(TRUNK_CODECS)).min(1).max(TRUNK_CODECS.length),
  /** Addresses and ranges from which calls come, in addition to the host. */
  match: z.array(z.string().regex(/^(?:[\da-fA-F.:]{3,45}(?:\/\d{1,3})?|[A-Za-z][\w.-]{0,200})$/)).max(20),
};
/** Printable, without characters that have a meaning in a configuration file. */
const trunkSecret = z
  .string()
  .max(128)
  .regex(/^(?!>)[\x21\x23-\x3a\x3c-\x5b\x5d-\x7e]*$/);
const prompt = {
  kind: z.literal('prompt'),
  name,
  /** The spoken text; empty for an uploaded prompt. */
  text: text(PHONE_SETUP_LIMITS.speechText),
  language: z.enum(SPEECH_LANGUAGES),
};
/** A WAV file (PCM, 8 kHz, one channel, 16 bits) in base64. */
const audio = z.base64().max(PHONE_SETUP_LIMITS.audioText).min(1);

const typedItem = z.discriminatedUnion('kind', [
  z.strictObject(queue),
  z.strictObject(menu),
  z.strictObject(number),
  z.strictObject({ ...trunk, secret: trunkSecret.optional() }),
  z.strictObject({ ...prompt, audio: audio.optional() }),
]);
export type TypedPhoneItem = z.infer<typeof typedItem>;

/** An item of a gateway's configuration, as it is stored. */
export const phoneItem = z.discriminatedUnion('kind', [
  /** `queue`: its name at the gateway, also in records of calls. */
  z.object({ id, ...queue, queue: z.string() }),
  z.object({ id, ...menu }),
  z.object({ id, ...number }),
  z.object({ id, ...trunk, has_secret: z.boolean() }),
  z.object({ id, ...prompt, url: z.string(), duration_ms: z.number().int() }),
]);
export type PhoneSetupItem = z.infer<typeof phoneItem>;
export type PhoneItemKind = PhoneSetupItem['kind'];
export type PhoneItemOf<K extends PhoneItemKind> = Extract<PhoneSetupItem, { kind: K }>;

/**
 * Why the gateway does not have the configuration. `no_right`: its user may not write files (class `config`); `no_file`: it
 * could not write them; `not_included`: its own files do not include ours; `no_address`: it has no address for fetching
 * prompts.
 */
export const SETUP_FAULTS = [
  'unreachable',
  'refused',
  'lost',
  'late',
  'failed',
  'no_right',
  'no_file',
  'not_included',
  'no_address',
] as const;

/** `none`: nothing was ever configured here; `waiting`: it is written as soon as the gateway is connected. */
export const phoneSetupState = z.object({
  state: z.enum(['none', 'waiting', 'applied', 'failed']),
  fault: z.enum(SETUP_FAULTS).nullable(),
  said: z.string(),
  since: timestamp.nullable(),
});
export type PhoneSetupState = z.infer<typeof phoneSetupState>;

export const phoneSetup = z.object({ items: z.array(phoneItem), state: phoneSetupState });
const ofGateway = z.object({ id: idText });
const ofItem = z.object({ id: idText, item: idText });

export const readPhoneSetup = endpoint({
  method: 'GET',
  path: '/api/phone/gateways/:id/setup',
  permission: 'CONFIG_APP:VIEW',
  summary: 'The set-up of a gateway: queues, menus, prompts, numbers and trunks, and whether it was applied.',
  params: ofGateway,
  response: z.object({ data: phoneSetup }),
});

export const createPhoneItem = endpoint({
  method: 'POST',
  path: '/api/phone/gateways/:id/setup',
  permission: 'CONFIG_APP:EDIT',
  summary:
    'Add a queue, menu, prompt, number or trunk. It is applied to the gateway automatically, without a restart.',
  params: ofGateway,
  bodyBytes: BODY_BYTES,
  body: typedItem,
  response: z.object({ data: phoneItem }),
});

export const updatePhoneItem = endpoint({
  method: 'PUT',
  path: '/api/phone/gateways/:id/setup/:item',
  permission: 'CONFIG_APP:EDIT',
  summary:
    'Change a queue, menu, prompt, number or trunk. Sound and secret stay as they are if omitted. Calls in progress continue.',
  params: ofItem,
  bodyBytes: BODY_BYTES,
  body: typedItem,
  response: z.object({ data: phoneItem }),
});

export const removePhoneItem = endpoint({
  method: 'DELETE',
  path: '/api/phone/gateways/:id/setup/:item',
  permission: 'CONFIG_APP:EDIT',
  summary: 'Delete a queue, menu, prompt, number or trunk. `in_use` if another one leads to it.',
  params: ofItem,
  response: okResponse,
});

export const applyPhoneSetup = endpoint({
  method: 'POST',
  path: '/api/phone/gateways/:id/setup/apply',
  permission: 'CONFIG_APP:EDIT',
  summary: 'Compare the set-up with the gateway, write what differs, and return the result.',
  perMinute: 20,
  params: ofGateway,
  response: z.object({ data: phoneSetupState }),
});

/** `unknown`: the trunk does not register, so its state is not known before a call. */
export const TRUNK_STATES = ['registered', 'unregistered', 'rejected', 'unknown'] as const;

export const readTrunkStates = endpoint({
  method: 'GET',
  path: '/api/phone/gateways/:id/trunks',
  permission: 'CONFIG_APP:VIEW',
  summary: 'The current state of the gateway’s trunks. Empty if the gateway cannot be reached.',
  params: ofGateway,
  response: z.object({ data: z.array(z.object({ id, state: z.enum(TRUNK_STATES) })) }),
});

export const speakPrompt = endpoint({
  method: 'POST',
  path: '/api/phone/speech',
  permission: 'CONFIG_APP:EDIT',
  summary: 'Convert text to speech. `missing`: the server has no speech engine. Nothing is stored.',
  perMinute: 30,
  body: z.strictObject({
    text: text(PHONE_SETUP_LIMITS.speechText).refine((words) => words.trim() !== '', 'Must contain text'),
    language: z.enum(SPEECH_LANGUAGES),
  }),
  response: z.object({
    data: z.object({
      /** A WAV file in base64. */
      audio: z.string().nullable(),
      fault: z.enum(['missing', 'failed', 'late']).nullable(),
    }),
  }),
});

export const downloadPrompt = endpoint({
  method: 'GET',
  path: '/api/phone/prompts/:file',
  permission: 'public',
  summary: 'The sound of a prompt, for the gateway, which has no session: by a name that cannot be guessed.',
  params: z.object({ file: z.string().regex(/^[\w-]{20,60}\.wav$/) }),
  response: z.unknown(),
  download: true,
});

/**
 * The prefix of the code that calls a number as if from outside: followed by the number, `*`, and the caller's number to show.
 */
export const TEST_CALL_CODE = '*7';
