import { z } from 'zod';
import type { ProviderEvent, AccountNotice } from '../providers/provider.ts';
import { faultOfWhatsapp } from './faults.ts';
import type { WhatsappFailure, WhatsappValue } from './payload.ts';
import { templateStateOf } from './templates.ts';

const text = z.string().catch('');
type AccountNews = { business: string; account: string | undefined; field: string; value: WhatsappValue };

/** Events about the business: its templates, its account, and others that are only recorded. */
export function businessEventsOf({
  business,
  account = business,
  field,
  value,
}: AccountNews): ProviderEvent[] {
  const { errors } = value;
  if (errors?.length) return errors.map((error) => failureNotice(account, error));
  if (field === 'message_template_status_update') return statusNews(business, value);
  if (CHANGES.has(field)) return changeNews(business, field, value);
  if (field === 'account_update') return [accountNoticeOf(business, ...accountNews(value))];
  return [accountNoticeOf(account, field)];
}

export const accountNoticeOf = (
  account: string,
  named: string,
  health?: AccountNotice['health'],
): Extract<ProviderEvent, { type: 'notice' }> => ({
  account,
  providerId: '',
  type: 'notice',
  named,
  ...(health && { health }),
});

export const failureText = ({ title, message, error_data: data }: WhatsappFailure): string =>
  data?.details || message || title;

/** Errors without a message: a lasting fault of the account becomes its health. */
function failureNotice(account: string, error: WhatsappFailure): ProviderEvent {
  const { fault } = faultOfWhatsapp(error.code, 0);
  const said = failureText(error);
  return accountNoticeOf(
    account,
    `errors ${error.code} ${said}`,
    LASTING.has(fault) ? { fault, said } : undefined,
  );
}
const LASTING = new Set(['token_refused', 'not_permitted', 'account_locked', 'account_unknown']);

const named = z.object({
  message_template_name: z.string().min(1),
  message_template_language: z.string().min(1),
});
const status = named.extend({
  event: z.string(),
  reason: text,
  rejection_info: z.object({ reason: text }).optional().catch(undefined),
  other_info: z.object({ description: text }).optional().catch(undefined),
});

/** The field `message_template_status_update`. */
function statusNews(account: string, value: unknown): ProviderEvent[] {
  const read = status.safeParse(value);
  if (!read.success) return [accountNoticeOf(account, 'message_template_status_update')];
  const { event, reason, rejection_info: rejected, other_info: other } = read.data;
  // Such a template can still be sent.
  if (STAYS.has(event)) return [accountNoticeOf(account, `message_template_status_update ${event}`)];
  const why = rejected?.reason || (reason === 'NONE' ? '' : reason) || other?.description || '';
  // Restored: it has its state from before it was archived, which only the provider knows.
  const isAnew = event === 'UNARCHIVED';
  return [
    templateUpdate(account, read.data, isAnew ? undefined : { state: templateStateOf(event), reason: why }),
  ];
}
const STAYS = new Set(['FLAGGED', 'LOCKED', 'LIMIT_EXCEEDED']);

/** Other changes of a template, which is then fetched again. */
const CHANGES = new Set(['message_template_components_update', 'template_category_update']);

function changeNews(account: string, field: string, value: unknown): ProviderEvent[] {
  const read = named.safeParse(value);
  return [read.success ? templateUpdate(account, read.data, undefined) : accountNoticeOf(account, field)];
}

function templateUpdate(
  account: string,
  { message_template_name: name, message_template_language: language }: z.infer<typeof named>,
  became: { state: ReturnType<typeof templateStateOf>; reason: string } | undefined,
): ProviderEvent {
  return { account, providerId: `${name}/${language}`, type: 'template', name, language, became };
}

const change = z.object({
  event: text,
  ban_info: z.object({ waba_ban_state: text }).optional().catch(undefined),
  violation_info: z.object({ violation_type: text }).optional().catch(undefined),
  restriction_info: z.array(z.object({ restriction_type: text })).catch([]),
});

/** The field `account_update`: some values mean that nothing can be sent until an administrator acts. */
function accountNews(value: unknown): [named: string, health?: AccountNotice['health']] {
  const {
    event,
    ban_info: ban,
    violation_info: violation,
    restriction_info: restrictions,
  } = change.parse(value);
  const about = [
    ban?.waba_ban_state,
    violation?.violation_type,
    ...restrictions.map(({ restriction_type: type }) => type),
  ];
  const said = [event, ...about].filter(Boolean).join(' ');
  const shown = `account_update ${said}`;
  if (ban?.waba_ban_state === 'REINSTATE') return [shown, { fault: null, said: '' }];
  const isLocked = ban?.waba_ban_state === 'DISABLE' || LOCKS.has(event);
  if (isLocked) return [shown, { fault: 'account_locked', said }];
  return event === 'PARTNER_APP_UNINSTALLED' ? [shown, { fault: 'not_permitted', said }] : [shown];
}
const LOCKS = new Set(['ACCOUNT_DELETED', 'ACCOUNT_OFFBOARDED']);
