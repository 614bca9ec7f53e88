import { number } from '#shared/lib/format.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import type { CustomerImport } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './import.module.css';

/** The result of an import, or of its check, with the problems by line. */
export function ImportOutcome({ row }: { row: CustomerImport }) {
  const { t } = useTranslation('customers');
  const { created, changed, unchanged, problems, problem_count: left } = row;
  const counts = { created: number(created), changed: number(changed), unchanged: number(unchanged) };
  const isDry = row.state === 'checked';
  return (
    <>
      {row.state === 'stopped' && <Notice kind="info">{t('import.stopped')}</Notice>}
      {row.state === 'failed' && <Notice kind="failed">{t('import.broken')}</Notice>}
      <Notice kind={created + changed > 0 ? 'done' : 'info'}>
        {t(isDry ? 'import.would' : 'import.did', counts)}
      </Notice>
      {row.can_undo && <p className={classes['hint']}>{t('undoImport.hint')}</p>}
      {left > 0 && (
        <>
          <Notice kind="warning">{t('import.left', { count: left })}</Notice>
          <div className={classes['scroll']} role="region" aria-label={t('import.problems')} tabIndex={0}>
            <table className={`${classes['table']} ${classes['problems']}`}>
              <thead>
                <tr>
                  <th scope="col">{t('import.line')}</th>
                  <th scope="col">{t('import.column')}</th>
                  <th scope="col">{t('import.what')}</th>
                </tr>
              </thead>
              <tbody>
                {problems.map(({ line, column, problem, value, wanted, choices = [] }, index) => (
                  // By index, because two columns may have the same name; the list never changes its order.
                  <tr key={`${line} ${index}`}>
                    <td>{number(line)}</td>
                    <td>
                      <bdi>{column}</bdi>
                    </td>
                    <td>
                      {value && <bdi className={classes['value']}>{value}</bdi>}
                      {wanted ? t(`import.wanted.${wanted}`) : t(`import.problem.${problem}`)}
                      {choices.length > 0 && ` ${t('import.choices', { names: choices.join(', ') })}`}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {left > problems.length && <p className={classes['hint']}>{t('import.more-problems')}</p>}
        </>
      )}
    </>
  );
}
