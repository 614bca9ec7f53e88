import type { ChangedField, FieldChange } from '@trunkline/contract';
import type { EventContext, WordsOf } from './event-context.ts';

type Kind =
  | 'created'
  | 'changed'
  | 'sla_breached'
  | 'followed'
  | 'unfollowed'
  | 'wait_ended'
  | 'wait_resumed'
  | 'owner_cleared';
type Sentence = (change: FieldChange, about: EventContext) => string;

/** Sentences for changes of the ticket itself. */
export const ticketWords: WordsOf<Kind> = {
  created: (_, { t, name }) => t('event.created', { name }),
  changed(event, about) {
    const lines = changesToShow(event.changes).map((change) =>
      (SENTENCES[change.field] ?? fieldChanged)(change, about),
    );
    return lines.length > 0 ? lines : about.t('event.unknown', { name: about.name });
  },
  sla_breached: ({ kind }, { t }) => t(`event.sla_breached_${kind}`),
  followed: (_, { t, name }) => t('relations.followed', { name }),
  unfollowed: (_, { t, name }) => t('relations.unfollowed', { name }),
  wait_ended: (_, { t, name }) => t('event.wait_ended', { name }),
  wait_resumed: (_, { t, name }) => t('event.wait_resumed', { name }),
  owner_cleared: ({ reason, name: who }, { t }) => t(`event.owner_cleared_${reason}`, { who }),
};

/** Changes with a sentence of their own. */
const SENTENCES: Partial<Record<ChangedField, Sentence>> = {
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
  snoozed_until(change, about) {
    const { t, name, entry } = about;
    if (change.to !== null) return t('event.snoozed', fromTo(change, about));
    return entry.author.type === 'system' ? t('event.snoozeOver') : t('event.unsnoozed', { name });
  },
  tags(change, about) {
    const isGone = Array.isArray(change.to) && change.to.length === 0;
    return about.t(isGone ? 'event.tagsRemoved' : 'event.tags', fromTo(change, about));
  },
};

const fieldChanged: Sentence = (change, about) => {
  const name = about.names.field(change.field);
  // The name of a custom field keeps its capitals, because it may be an abbreviation.
  const field = change.field.startsWith('field:') ? name : name.toLowerCase();
  const key =
    change.from === null ? 'event.fieldSet' : change.to === null ? 'event.fieldCleared' : 'event.field';
  return about.t(key, { ...fromTo(change, about), field });
};

/** Leaves out that a transfer cleared the assignee, because it always does. */
function changesToShow(changes: readonly FieldChange[]): readonly FieldChange[] {
  const isMoved = changes.some((change) => change.field === 'department_id');
  return isMoved ? changes.filter((change) => change.field !== 'assignee_id' || change.to !== null) : changes;
}

function fromTo({ field, from, to }: FieldChange, { names, name }: EventContext) {
  return { name, from: names.value(field, from), to: names.value(field, to) };
}
