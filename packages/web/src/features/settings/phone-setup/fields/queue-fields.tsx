import { MultiSelect, Select, TagsInput } from '@mantine/core';
import { QUEUE_STRATEGIES, PHONE_SETUP_LIMITS, type QueueMember } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { WholeNumber } from '#features/settings/whole-number.tsx';
import { usePhonePeople } from '../api.ts';
import type { FormOf, FieldsProps } from '../item-form.ts';
import { PromptSelect } from './prompt-select.tsx';
import { TargetField } from './target-field.tsx';

type Props = FieldsProps<FormOf<'queue'>>;

/** The settings of a queue: its people, the ring order, and the waiting time. */
export function QueueFields({ form, items, problems, change }: Props) {
  const { t } = useTranslation('settings/phone-setup');
  const seconds = (
    field: 'ring_seconds' | 'wrap_up_seconds' | 'wait_seconds' | 'announce_seconds',
    word: string,
  ) => (
    <WholeNumber
      label={t(`queue.${word}`)}
      unit={t('seconds')}
      value={form[field]}
      error={problems.has(field) && t(`queue.${word}-bad`)}
      onChange={(value) => change({ ...form, [field]: value })}
    />
  );
  return (
    <>
      <Members
        members={form.members}
        hasProblem={problems.has('members')}
        change={(members) => change({ ...form, members })}
      />
      <Select
        label={t('queue.strategy')}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={QUEUE_STRATEGIES.map((value) => ({ value, label: t(`strategy.${value}`) }))}
        value={form.strategy}
        onChange={(next) =>
          change({ ...form, strategy: QUEUE_STRATEGIES.find((one) => one === next) ?? form.strategy })
        }
      />
      {seconds('ring_seconds', 'ring')}
      {seconds('wrap_up_seconds', 'wrap-up')}
      {seconds('wait_seconds', 'wait')}
      <TargetField
        label={t('queue.after-wait')}
        value={form.after_wait}
        items={items}
        hasProblem={problems.has('after_wait')}
        onChange={(after_wait) => change({ ...form, after_wait })}
      />
      <PromptSelect
        label={t('queue.welcome')}
        value={form.welcome_id}
        items={items}
        onChange={(welcome_id) => change({ ...form, welcome_id })}
      />
      <PromptSelect
        label={t('queue.announce')}
        description={t('queue.announce-hint')}
        value={form.announce_id}
        items={items}
        onChange={(announce_id) => change({ ...form, announce_id })}
      />
      {form.announce_id !== null && seconds('announce_seconds', 'announce-every')}
    </>
  );
}

type MembersProps = {
  members: readonly QueueMember[];
  hasProblem: boolean;
  change: (members: QueueMember[]) => void;
};

function Members({ members, hasProblem, change }: MembersProps) {
  const { t } = useTranslation('settings/phone-setup');
  const { data: people = [] } = usePhonePeople();
  const own = members.flatMap((one) => ('user_id' in one ? [one] : []));
  const others = members.flatMap((one) => ('extension' in one ? [one] : []));
  return (
    <>
      <MultiSelect
        label={t('queue.people')}
        description={t('queue.people-hint')}
        searchable
        comboboxProps={{ withinPortal: false }}
        data={people.map(({ id, fullname, extension }) => ({
          value: String(id),
          label: t('target.person', { name: fullname, extension }),
        }))}
        value={own.map(({ user_id: id }) => String(id))}
        onChange={(ids) => change([...ids.map((id) => ({ user_id: Number(id) })), ...others])}
      />
      <TagsInput
        label={t('queue.phones')}
        description={t('queue.phones-hint')}
        value={others.map(({ extension }) => extension)}
        maxTags={PHONE_SETUP_LIMITS.members}
        error={hasProblem && t('queue.phones-bad')}
        onChange={(all) => change([...own, ...all.map((extension) => ({ extension: extension.trim() }))])}
      />
    </>
  );
}
