import type { ChangedField, FieldChange, Message, TicketEvent } from '@trunkline/contract';
import type { Names } from '#shared/tickets/names.ts';
import { callWords, isCallEvent, type CallEvent } from './call-words.ts';
import { isRelationEvent, relationWords, type RelationEvent } from './relation-words.ts';

type Words = (key: string, values?: Record<string, unknown>) => string;
type Context = { t: Words; names: Names };
type Sentence<C> = (change: C, about: { name: string; entry: Message } & Context) => string;

/** What happened, as one sentence, or several when one write changed several fields. */
export function eventWords(entry: Message, context: Context): string[] {
  const { t } = context;
  const name = entry.author.type === 'system' ? t('event.system') : entry.author.name;
  const { event } = entry;
  if (!event) return [entry.body || t('event.unknown', { name })];
  if (isCallEvent(event)) return [callWords(event, { ...context, name })];
  if (isRelationEvent(event)) return [relationWords(event, { t, name })];
  if (event.type !== 'changed') return [happened(event, { ...context, name })];
  const lines = told(event.changes).map((change) => {
    const sentence = SENTENCES[change.field] ?? fieldChanged;
    return sentence(change, { ...context, name, entry });
  });
  return lines.length > 0 ? lines : [t('event.unknown', { name })];
}

function happened(
  event: Exclude<TicketEvent, { type: 'changed' } | CallEvent | RelationEvent>,
  { t, names, name }: Context & { name: string },
): string {
  switch (event.type) {
    case 'created':
      return t('event.created', { name });
    case 'chat_started':
      return event.page
        ? t('event.chat_started_on', { name, page: shortPage(event.page) })
        : t('event.chat_started', { name });
    case 'chat_ended':
      return t(`event.chat_ended_${event.by}`, { name });
    case 'sla_breached':
      return t(`event.sla_breached_${event.kind}`);
    case 'offered':
      return t('event.offered', { to: names.agent(event.user_id) });
    case 'offer_missed':
      return t(`event.offer_missed_${event.reason}`, { to: names.agent(event.user_id) });
    case 'transcript_sent':
      return t('event.transcript_sent', { email: event.email });
    case 'sent_again':
      return sentAgain(event, { t, name });
  }
}

function sentAgain(
  { before, now }: Extract<TicketEvent, { type: 'sent_again' }>,
  { t, name }: Pick<Context, 't'> & { name: string },
): string {
  const values = { name, before: before.join(', '), now: now.join(', ') };
  return t(now.length > 0 ? 'event.sent_again_to' : 'event.sent_again', values);
}

/** Changes that have a sentence of their own. */
const SENTENCES: Partial<Record<ChangedField, Sentence<FieldChange>>> = {
  status(change, { t, names, name }) {
    if (change.to === 'solved') return t('event.solved', { name });
    if (change.from === 'solved' || change.from === 'closed') return t('event.reopened', { name });
    return t('event.status', { name, to: names.value('status', change.to) });
  },
  assignee_id(change, { t, names, name, entry }) {
    if (change.to === null) return t('event.unassigned', { name });
    const isOwn = entry.author.type === 'user' && change.to === entry.author.id;
    return isOwn
      ? t('event.taken', { name })
      : t('event.assigned', { name, to: names.value('assignee_id', change.to) });
  },
  department_id: (change, about) => about.t('event.moved', fromTo(change, about)),
  priority_id: (change, about) => about.t('event.priority', fromTo(change, about)),
  subject: (change, about) => about.t('event.subject', fromTo(change, about)),
  tags(change, about) {
    const isGone = Array.isArray(change.to) && change.to.length === 0;
    return about.t(isGone ? 'event.tagsRemoved' : 'event.tags', fromTo(change, about));
  },
};

const fieldChanged: Sentence<FieldChange> = (change, about) => {
  const name = about.names.field(change.field);
  // A custom field keeps its letters: it may be an abbreviation.
  const field = change.field.startsWith('field:') ? name : name.toLowerCase();
  const key =
    change.from === null ? 'event.fieldSet' : change.to === null ? 'event.fieldCleared' : 'event.field';
  return about.t(key, { ...fromTo(change, about), field });
};

/** A transfer always frees the ticket: that goes without saying. */
function told(changes: readonly FieldChange[]): readonly FieldChange[] {
  const isMoved = changes.some((change) => change.field === 'department_id');
  return isMoved ? changes.filter((change) => change.field !== 'assignee_id' || change.to !== null) : changes;
}

function fromTo({ field, from, to }: FieldChange, { names, name }: { names: Names; name: string }) {
  return { name, from: names.value(field, from), to: names.value(field, to) };
}

/** The page without its protocol and query: what a person would call it. */
function shortPage(page: string): string {
  return URL.canParse(page) ? `${new URL(page).host}${new URL(page).pathname}`.replace(/\/$/, '') : page;
}
