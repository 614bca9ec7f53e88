import { useAgents } from '#shared/api/session.ts';
import { useInsertAtCursor } from '#shared/lib/use-insert.ts';
import { Select, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../drawer.module.css';
import type { BodyProps } from './body-props.ts';

const MENTION = /@\{(\d{1,15})\}/g;

/** A note that may mention colleagues: stored by id, as `@{7}`, and shown by name. */
export function NoteBody({ value, onChange, ...field }: BodyProps) {
  const { t } = useTranslation('lists');
  const { data: agents } = useAgents();
  const { field: input, insert } = useInsertAtCursor({ value, onChange });
  const nameOf = (id: string) => agents?.find((one) => String(one.id) === id)?.fullname;

  return (
    <div className={classes['template']}>
      <Textarea
        {...field}
        ref={input}
        value={value}
        autosize
        minRows={2}
        maxRows={14}
        dir="auto"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Select
        aria-label={t('mention.add')}
        placeholder={t('mention.add')}
        comboboxProps={{ withinPortal: false }}
        data={(agents ?? []).map(({ id, fullname }) => ({ value: String(id), label: fullname }))}
        value={null}
        onChange={(id) => id && insert(`@{${id}} `)}
        searchable
        nothingFoundMessage={t('not-found')}
      />
      {value.search(MENTION) >= 0 && (
        <p className={classes['preview']} dir="auto" aria-label={t('template.preview')}>
          {value.replace(MENTION, (token, id: string) => (nameOf(id) ? `@${nameOf(id)}` : token))}
        </p>
      )}
    </div>
  );
}
