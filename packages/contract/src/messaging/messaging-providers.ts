import { z } from 'zod';
import { LIMITS } from '../kit/limits.ts';

/** Who carries the messages of an account. */
export const MESSAGING_PROVIDERS = ['whatsapp', 'messenger', 'instagram', 'twilio', 'smpp'] as const;
export const messagingProvider = z.enum(MESSAGING_PROVIDERS);
export type MessagingProvider = z.infer<typeof messagingProvider>;

/** What an account may have that its provider gave out. What each is called there, its form says. */
export const ACCOUNT_VALUES = [
  'shown_address',
  'address',
  'business_id',
  'access_token',
  'app_secret',
] as const;
export type AccountValue = (typeof ACCOUNT_VALUES)[number];
/** These can be written and never read. */
export const SECRET_VALUES: ReadonlySet<AccountValue> = new Set(['access_token', 'app_secret']);

type Rule = { isNeeded: boolean; shape: RegExp };

const WORDS: Rule = { isNeeded: true, shape: new RegExp(`^.{1,${LIMITS.name}}$`, 'u') };
/** A telephone number as people write it. */
const PHONE: Rule = { isNeeded: true, shape: /^\+?\d[\d ().-]{3,30}$/ };
const NUMBER: Rule = { isNeeded: true, shape: /^\d{1,64}$/ };
/** What goes into the head of a request: one line of plain characters. */
const SECRET: Rule = { isNeeded: true, shape: new RegExp(`^[\\x20-\\x7e]{1,${LIMITS.mailSecret}}$`) };

type ProviderTraits = {
  values: Partial<Record<AccountValue, Rule>>;
  /** We connect to it, as it has to be said where; else it calls an address of ours. */
  isLine?: true;
  /** It looks at messages before they may be sent to who has not written for long. */
  hasTemplates: boolean;
};

/** What an account of each provider consists of. A further provider is a further line here. */
export const PROVIDER_TRAITS: Record<MessagingProvider, ProviderTraits> = {
  whatsapp: {
    values: {
      shown_address: PHONE,
      address: NUMBER,
      business_id: { ...NUMBER, isNeeded: false },
      access_token: SECRET,
      app_secret: SECRET,
    },
    hasTemplates: true,
  },
  messenger: {
    values: { shown_address: WORDS, address: NUMBER, access_token: SECRET, app_secret: SECRET },
    hasTemplates: false,
  },
  instagram: {
    // `business_id`: the Facebook page that it is connected with, and through which it is answered.
    values: {
      shown_address: WORDS,
      address: NUMBER,
      business_id: NUMBER,
      access_token: SECRET,
      app_secret: SECRET,
    },
    hasTemplates: false,
  },
  twilio: {
    // `address`: a number of the account, or one of its messaging services; `business_id`: the account itself.
    values: {
      shown_address: WORDS,
      address: { isNeeded: true, shape: /^(\+\d{5,15}|MG[0-9a-f]{32})$/ },
      business_id: { isNeeded: true, shape: /^AC[0-9a-f]{32}$/ },
      access_token: SECRET,
    },
    hasTemplates: false,
  },
  smpp: {
    // `address`: who answers come from, a number, a short one or a name; `business_id`: the system id.
    values: {
      shown_address: WORDS,
      address: { isNeeded: true, shape: /^(\+?\d{3,15}|(?=.*[A-Za-z])[\w.-]{1,11})$/ },
      business_id: { isNeeded: true, shape: /^\w[\w.-]{0,14}$/ },
      access_token: { isNeeded: true, shape: /^[\x20-\x7e]{1,64}$/ },
    },
    isLine: true,
    hasTemplates: false,
  },
};

/** The alphabet that the operator takes for its own where a message names none. */
export const smppAlphabet = z.enum(['gsm7', 'latin1']);
/** How ids of messages in delivery receipts are written: as when they were given out, or the same number otherwise. */
export const smppReceiptIds = z.enum(['same', 'hexadecimal', 'decimal']);

/** Where an operator's message centre is, and what it wants to hear there (SMPP 3.4). */
export const smppLine = z.object({
  host: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[\w.:-]{1,253}$/, 'A host name or an address'),
  port: z.number().int().min(1).max(65_535),
  tls: z.boolean(),
  system_type: z.string().regex(/^[\x20-\x7e]{0,12}$/),
  /** Kind and numbering plan of the sender's address; null: by its form. */
  ton: z.number().int().min(0).max(6).nullable(),
  npi: z.number().int().min(0).max(18).nullable(),
  alphabet: smppAlphabet,
  receipt_ids: smppReceiptIds,
});
export type SmppLine = z.infer<typeof smppLine>;

/** Whether an account of that provider can have this. */
export function isAccountValue(provider: MessagingProvider, name: AccountValue, value: string): boolean {
  const rule = PROVIDER_TRAITS[provider].values[name];
  if (value === '') return !rule?.isNeeded;
  return rule?.shape.test(value) ?? false;
}
