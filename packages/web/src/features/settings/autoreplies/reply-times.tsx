import { Switch } from '@mantine/core';
import { AUTO_REPLY_TIMES, type AutoReplies } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { WholeNumber } from '../whole-number.tsx';
import type { AutoReplyField, AutoReplyTimeField } from './reply-form.ts';

type TimeProps = {
  name: AutoReplyTimeField;
  value: number;
  problems: ReadonlySet<AutoReplyField>;
  onChange: (value: number) => void;
};

function Time({ name, value, problems, onChange }: TimeProps) {
  const { t } = useTranslation('settings/autoreplies');
  const { t: settings } = useTranslation('settings');
  return (
    <WholeNumber
      label={t(`time.${name}`)}
      value={value}
      unit={t(`unit.${name}`)}
      error={problems.has(name) && settings('range', AUTO_REPLY_TIMES[name])}
      onChange={onChange}
    />
  );
}

type Part<Kind extends 'busy' | 'idle'> = {
  problems: ReadonlySet<AutoReplyField>;
  onChange: (patch: Partial<AutoReplies[Kind]>) => void;
};

/** How long a customer waits before this reply is sent. */
export function BusyTimes({ busy, problems, onChange }: Part<'busy'> & { busy: AutoReplies['busy'] }) {
  return (
    <Time
      name="after_seconds"
      value={busy.after_seconds}
      problems={problems}
      onChange={(after_seconds) => onChange({ after_seconds })}
    />
  );
}

const CLOSE_AFTER = 60;

/** After how long an inactive customer is reminded, and after how long the conversation is closed, if at all. */
export function IdleTimes({ idle, problems, onChange }: Part<'idle'> & { idle: AutoReplies['idle'] }) {
  const { t } = useTranslation('settings/autoreplies');
  const { after_minutes: minutes, close_after_minutes: closing } = idle;
  return (
    <>
      <Time
        name="after_minutes"
        value={minutes}
        problems={problems}
        onChange={(after_minutes) => onChange({ after_minutes })}
      />
      <Switch
        label={t('closes')}
        checked={closing !== null}
        onChange={(event) =>
          onChange({ close_after_minutes: event.currentTarget.checked ? CLOSE_AFTER : null })
        }
      />
      {closing !== null && (
        <Time
          name="close_after_minutes"
          value={closing}
          problems={problems}
          onChange={(close_after_minutes) => onChange({ close_after_minutes })}
        />
      )}
    </>
  );
}
