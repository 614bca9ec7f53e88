import { z } from 'zod';
import { LIMITS } from '../kit/limits.ts';

/** The providers of messaging accounts. */
export const MESSAGING_PROVIDERS = ['whatsapp', 'messenger', 'instagram', 'twilio', 'smpp'] as const;
export const messagingProvider = z.enum(MESSAGING_PROVIDERS);
export type MessagingProvider = z.infer<typeof messagingProvider>;

/** The values that an account can have from its provider. The form has the provider's name for each. */
export const ACCOUNT_VALUES = [
  'shown_address',
  'address',
  'business_id',
  'access_token',
  'app_secret',
] as const;
export type AccountValue = (typeof ACCOUNT_VALUES)[number];
/** These are write-only. */
export const SECRET_VALUES: ReadonlySet<AccountValue> = new Set(['access_token', 'app_secret']);

type Rule = { isNeeded: boolean; shape: RegExp };

const WORDS: Rule = { isNeeded: true, shape: new RegExp(`^.{1,${LIMITS.name}}$`, 'u') };
/** A telephone number as people type it. */
const PHONE: Rule = { isNeeded: true, shape: /^\+?\d[\d ().-]{3,30}$/ };
const NUMBER: Rule = { isNeeded: true, shape: /^\d{1,64}$/ };
/** Goes into a request header: one line of printable ASCII. */
const SECRET: Rule = { isNeeded: true, shape: new RegExp(`^[\\x20-\\x7e]{1,${LIMITS.mailSecret}}$`) };

type ProviderTraits = {
  values: Partial<Record<AccountValue, Rule>>;
  /** We connect to it, so it needs a host; otherwise the provider calls our address. */
  isLine?: true;
  /** It has to approve messages to customers who have not written for long. */
  hasTemplates: boolean;
};

/** The values of an account of each provider; a new provider is a new entry. */
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
    // `business_id`: the connected Facebook page, by which replies are sent.
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
    // `address`: a number or messaging service of the account; `business_id`: the account's id.
    values: {
      shown_address: WORDS,
      address: { isNeeded: true, shape: /^(\+\d{5,15}|MG[0-9a-f]{32})$/ },
      business_id: { isNeeded: true, shape: /^AC[0-9a-f]{32}$/ },
      access_token: SECRET,
    },
    hasTemplates: false,
  },
  smpp: {
    // `address`: the sender of replies, a number, short code or name; `business_id`: the system id.
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

/** The operator's default alphabet, used for messages that name none. */
export const smppAlphabet = z.enum(['gsm7', 'latin1']);
/** How delivery receipts write message ids: unchanged, or as the same number in another notation. */
export const smppReceiptIds = z.enum(['same', 'hexadecimal', 'decimal']);

/** The address of an operator's message centre, and its requirements (SMPP 3.4). */
export const smppLine = z.object({
  host: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[\w.:-]{1,253}$/, 'A host name or an address'),
  port: z.number().int().min(1).max(65_535),
  tls: z.boolean(),
  system_type: z.string().regex(/^[\x20-\x7e]{0,12}$/),
  /** Type and numbering plan of the sender's address; null: derived from its form. */
  ton: z.number().int().min(0).max(6).nullable(),
  npi: z.number().int().min(0).max(18).nullable(),
  alphabet: smppAlphabet,
  receipt_ids: smppReceiptIds,
});
export type SmppLine = z.infer<typeof smppLine>;

/** Whether a value is valid for an account of that provider. */
export function isAccountValue(provider: MessagingProvider, name: AccountValue, value: string): boolean {
  const rule = PROVIDER_TRAITS[provider].values[name];
  if (value === '') return !rule?.isNeeded;
  return rule?.shape.test(value) ?? false;
}
