import { durationText, exactTime, minuteTime } from '#shared/lib/format.ts';
import { PagedTable } from '#shared/listing/paged-table.tsx';
import { TicketLink } from '#shared/tickets/ticket-link.tsx';
import {
  CALL_ENDERS,
  RECORD_OUTCOMES,
  type RecordKind,
  type ReportCode,
  type ReportRecord,
  type REPORTS,
} from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useRecords, type RecordsQuery, type ReportDefinition } from '../api.ts';

type Props = { definition: ReportDefinition; query: RecordsQuery; shown: readonly string[] };
type Cell = ReportRecord['cells'][string];

/** The records behind a report's figures, newest first. */
export function RecordTable({ definition, query, shown }: Props) {
  const { t } = useTranslation('reporting');
  const all = Object.entries(definition.records) as [ColumnCode, RecordKind][];
  const columns = shown.flatMap((name) => all.filter(([code]) => code === name));
  return (
    <PagedTable
      title={t('by.record')}
      pages={useRecords(definition, query)}
      keyOf={({ id }: ReportRecord) => id}
      columns={columns.map(([code, kind]) => ({
        key: code,
        head: t(`column.${code}`),
        isFigure: IN_FIGURES.has(kind),
        isLong: code === 'comment',
        title: ({ cells }: ReportRecord) =>
          kind === 'time' && typeof cells[code] === 'string' ? exactTime(cells[code]) : undefined,
        render: ({ cells }: ReportRecord) => (
          <CellText kind={kind} value={cells[code] ?? null} ticketId={Number(cells['ticket_id'])} />
        ),
      }))}
    />
  );
}

const IN_FIGURES: ReadonlySet<RecordKind> = new Set(['seconds', 'count']);

export type ColumnCode = { [C in ReportCode]: keyof (typeof REPORTS)[C]['records'] }[ReportCode];

function CellText({ kind, value, ticketId }: { kind: RecordKind; value: Cell; ticketId: number }) {
  const { t } = useTranslation('reporting');
  const { t: shared } = useTranslation('shared');
  if (value === null || value === '') return '–';
  if (kind === 'time') return minuteTime(String(value));
  if (kind === 'seconds') return durationText(Number(value));
  if (kind === 'yes') return value === true ? t('yes') : t('no');
  if (kind === 'outcome') return t(`outcome.${RECORD_OUTCOMES.find((one) => one === value) ?? 'open'}`);
  if (kind === 'ender') return t(`ender.${CALL_ENDERS.find((one) => one === value) ?? 'system'}`);
  if (kind === 'media') return shared(`media.${String(value) as '1'}`);
  if (kind === 'ticket') return <TicketLink id={ticketId}>{String(value)}</TicketLink>;
  return String(value);
}
