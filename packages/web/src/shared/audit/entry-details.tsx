import type { AuditEntry } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './audit.module.css';
import { detailLines } from './detail-lines.ts';
import { useEntryWords } from './use-entry-words.ts';
import { useValueWords } from './use-value-words.ts';

/** Shows the details of an audit entry: the changed fields, then the others. */
export function EntryDetails({ entry }: { entry: Pick<AuditEntry, 'details' | 'is_erased'> }) {
  const { t } = useTranslation('shared/audit');
  const words = useEntryWords();
  const lines = detailLines(entry.details, useValueWords());
  if (entry.is_erased) return <p className={classes['dim']}>{t('erased')}</p>;
  if (lines.length === 0) return null;
  return (
    <dl className={classes['diff']}>
      {lines.map((line) => (
        <div key={line.path.join('.')}>
          <dt>{words.field(line.path)}</dt>
          {'value' in line ? (
            <dd>{line.value}</dd>
          ) : (
            <dd>
              {line.before !== null && (
                <del>
                  <span className="sr-only">{t('before')}: </span>
                  {line.before}
                </del>
              )}
              {line.after !== null && (
                <ins>
                  <span className="sr-only">{t('after')}: </span>
                  {line.after}
                </ins>
              )}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
