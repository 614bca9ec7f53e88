import { useSession } from '#shared/api/session.ts';
import { durationText, exactTime, minuteTime } from '#shared/lib/format.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  CALL_ENDERS,
  RECORD_OUTCOMES,
  type RecordKind,
  type ReportCode,
  type ReportRecord,
  type REPORTS,
} from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useRecords, type ReportDefinition, type ReportQuery } from '../api.ts';
import classes from '../reporting.module.css';

type Props = { definition: ReportDefinition; query: ReportQuery };
type Cell = ReportRecord['cells'][string];

/** The records behind the figures, newest first. */
export function RecordTable({ definition, query }: Props) {
  const { t } = useTranslation('reporting');
  const records = useRecords(definition, query);
  const columns = Object.entries(definition.records) as [ColumnCode, RecordKind][];
  if (!records.data)
    return records.error ? (
      <ErrorState error={records.error} onRetry={() => void records.refetch()} />
    ) : (
      <Skeletons rows={8} height={36} />
    );
  return (
    <>
      <div className={classes['wide']} tabIndex={0} role="region" aria-label={t('by.record')}>
        <table className={classes['table']}>
          <thead>
            <tr>
              {columns.map(([code, kind]) => (
                <th key={code} scope="col" data-text={!IN_FIGURES.has(kind) || undefined}>
                  {t(`column.${code}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.data.pages.flatMap(({ data }) =>
              data.map(({ id, cells }) => (
                <tr key={id}>
                  {columns.map(([code, kind]) => (
                    <td
                      key={code}
                      data-text={!IN_FIGURES.has(kind) || undefined}
                      title={
                        kind === 'time' && typeof cells[code] === 'string'
                          ? exactTime(cells[code])
                          : undefined
                      }
                    >
                      <CellText
                        kind={kind}
                        value={cells[code] ?? null}
                        ticketId={Number(cells['ticket_id'])}
                      />
                    </td>
                  ))}
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
      {records.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          className={classes['more']}
          loading={records.isFetchingNextPage}
          onClick={() => void records.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </>
  );
}

const IN_FIGURES: ReadonlySet<RecordKind> = new Set(['seconds', 'count']);

type ColumnCode = { [C in ReportCode]: keyof (typeof REPORTS)[C]['records'] }[ReportCode];

function CellText({ kind, value, ticketId }: { kind: RecordKind; value: Cell; ticketId: number }) {
  const { t } = useTranslation('reporting');
  const { t: shared } = useTranslation('shared');
  const { can } = useSession();
  if (value === null || value === '') return '–';
  if (kind === 'time') return minuteTime(String(value));
  if (kind === 'seconds') return durationText(Number(value));
  if (kind === 'yes') return value === true ? t('yes') : t('no');
  if (kind === 'outcome') return t(`outcome.${RECORD_OUTCOMES.find((one) => one === value) ?? 'open'}`);
  if (kind === 'ender') return t(`ender.${CALL_ENDERS.find((one) => one === value) ?? 'system'}`);
  if (kind === 'media') return shared(`media.${String(value) as '1'}`);
  if (kind === 'ticket' && can('TICKETS:VIEW'))
    return (
      <Link to="/tickets/detail" search={{ id: ticketId }}>
        {String(value)}
      </Link>
    );
  return String(value);
}
