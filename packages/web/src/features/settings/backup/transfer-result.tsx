import { number } from '#shared/lib/format.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import type { SettingsTransfer, TransferPart } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './backup.module.css';

const SHOWN = 20;

/** What an imported file of settings changes, or has changed; its problems; and the secrets that must be entered again. */
export function TransferResult({ result }: { result: SettingsTransfer }) {
  const { t } = useTranslation('settings/backup');
  const { t: list } = useTranslation('lists');
  const nameOf = (part: TransferPart): string =>
    part === 'config' || part === 'levels' ? t(`transfer.part.${part}`) : list(`list.${part}.title`);
  const { parts, problems, unknown, left_out: leftOut, typed_anew: anew, is_applied: isApplied } = result;
  const changes = parts.filter(({ created, changed }) => created + changed > 0);
  return (
    <div role="status" className={classes['result']} aria-label={t('transfer.result')}>
      <p className={classes['dim']}>{t('transfer.from', { name: result.organisation })}</p>
      {problems.length > 0 && (
        <Notice kind="failed">
          {t('transfer.problems')}
          <ul>
            {problems.slice(0, SHOWN).map(({ part, row, column, problem }) => (
              <li key={`${part} ${row} ${column} ${problem}`}>
                {t('transfer.problem', {
                  part: nameOf(part),
                  row,
                  column: column === null ? '' : list(`field.${column}`, { defaultValue: column }),
                  problem: t(`transfer.wrong.${problem}`),
                })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {changes.length === 0 && problems.length === 0 && <p>{t('transfer.nothing')}</p>}
      {changes.length > 0 && (
        <ul>
          {changes.map(({ part, created, changed }) => (
            <li key={part}>
              {t(isApplied ? 'transfer.was' : 'transfer.would', {
                part: nameOf(part),
                created: number(created),
                changed: number(changed),
              })}
            </li>
          ))}
        </ul>
      )}
      {unknown.length > 0 && (
        <p className={classes['dim']}>
          {t('transfer.unknown', { names: unknown.slice(0, SHOWN).join(', ') })}
        </p>
      )}
      {leftOut.length > 0 && (
        <p className={classes['dim']}>
          {t('transfer.left-out', {
            names: leftOut
              .slice(0, SHOWN)
              .map(({ name }) => name)
              .join(', '),
          })}
        </p>
      )}
      <p className={classes['dim']}>
        {t('transfer.anew', { what: anew.map((one) => t(`transfer.typed.${one}`)).join(', ') })}
      </p>
    </div>
  );
}
