import { call } from '#shared/api/call.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LANGUAGES, LIMITS, LISTS, rowName, type ListRow } from '@trunkline/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { listKeys } from '../api.ts';
import classes from '../drawer.module.css';
import type { FieldInput } from './row-form.ts';

type Props = { id: number | undefined; values: Readonly<Record<string, FieldInput>> };

/** Shows in which other languages a template with this shortcut exists, and in which it does not. */
export function TemplateLanguages({ id, values: { shortcut, language } }: Props) {
  const { t } = useTranslation('lists');
  const heading = useId();
  const name = typeof shortcut === 'string' ? shortcut.trim().toLowerCase() : '';
  const { data: rows } = useQuery({
    queryKey: [...listKeys.all('templates'), 'languages'],
    queryFn: ({ signal }) =>
      call(LISTS.templates.endpoints.list, { query: { status: 'active', limit: LIMITS.listPage }, signal }),
    select: ({ data }) => data,
  });
  if (name === '' || !rows) return null;
  const same = rows.filter((row) => row.id !== id && shortName(row) === name);
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={classes['preview-title']}>
        {t('languages.title')}
      </h3>
      {LANGUAGES.filter((one) => one !== language).map((one) => (
        <Other
          key={one}
          language={t(`choice.${one}`)}
          rows={same.filter((row) => row.values['language'] === one)}
        />
      ))}
    </section>
  );
}

function Other({ language, rows }: { language: string; rows: readonly ListRow[] }) {
  const { t } = useTranslation('lists');
  if (rows.length === 0) return <p className={classes['locked']}>{t('languages.missing', { language })}</p>;
  return (
    <p className={classes['locked']}>
      {t('languages.written', { language })}
      {rows.map((row) => (
        <Link key={row.id} to="." search={{ id: row.id }}>
          <bdi>{rowName(row)}</bdi>
        </Link>
      ))}
    </p>
  );
}

const shortName = ({ values }: ListRow): string =>
  typeof values['shortcut'] === 'string' ? values['shortcut'].toLowerCase() : '';
