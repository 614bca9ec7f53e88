import { lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import { lazyPart } from '#shared/loading/lazy-part.ts';
import { Button, CloseButton, Progress } from '@mantine/core';
import type { BulkChange } from '@trunkline/contract';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#shared/ui/states/toast.ts';
import { useErrorWords } from '../error-words.ts';
import type { Selection } from '#shared/table/use-selection.ts';
import { stopBulk, undoBulk, useBulkChanges } from './api.ts';
import classes from './bulk.module.css';
import { useBulkWords } from './use-bulk-words.ts';

const BulkHistory = lazyOverlay(() => import('./bulk-history.tsx'));
const BulkNeeds = lazyPart(() => import('./bulk-needs.tsx'));

const RECENT_MS = 60_000;
// Updates that ended before the page was opened are not shown here, only in the list of recent ones.
const openedAt = Date.now();

/** Progress of a bulk update, then its result with Undo, until it is closed. */
export function BulkStrip({ selection }: { selection: Selection }) {
  const { t } = useTranslation('tickets');
  const { data: changes } = useBulkChanges();
  const [closed, setClosed] = useState(0);
  const [showing, setShowing] = useState(false);
  // Of several running updates the one in progress is shown, because the others wait for it.
  const running = changes?.filter(({ status }) => status === 'running') ?? [];
  const latest = running.find((one) => !one.is_waiting) ?? changes?.[0];
  const isShown = latest !== undefined && latest.id > closed && isRunningOrRecent(latest);
  return (
    <>
      {isShown && (
        <Strip
          bulk={latest}
          after={running.filter((one) => one !== latest).length}
          selection={selection}
          onClose={() => setClosed(latest.id)}
          onDetails={() => setShowing(true)}
        />
      )}
      {showing && <BulkHistory onClose={() => setShowing(false)} />}
      <span className="sr-only" role="status">
        {isShown && latest.status !== 'running' && t('bulk.last')}
      </span>
    </>
  );
}

const isRunningOrRecent = ({ status, ended_at }: BulkChange) =>
  status === 'running' || (ended_at !== null && Date.parse(ended_at) > openedAt - RECENT_MS);

const lacksAnswers = ({ status, change, undoes, left_out: left }: BulkChange): boolean =>
  status !== 'running' &&
  undoes === null &&
  change.action === 'solve' &&
  left.some(({ reason }) => reason === 'fields_missing' || reason === 'answered');

type StripProps = {
  bulk: BulkChange;
  /** The number of further bulk updates in progress. */
  after: number;
  selection: Selection;
  onClose: () => void;
  onDetails: () => void;
};

function Strip({ bulk, after, selection, onClose, onDetails }: StripProps) {
  const { t } = useTranslation('tickets');
  const { what, result } = useBulkWords();
  const words = useErrorWords();
  const isRunning = bulk.status === 'running';
  const attempt = (act: Promise<void>) =>
    void act.catch((error: unknown) => toast(words(error), { kind: 'failed' }));
  return (
    <section className={classes['strip']} aria-label={t('bulk.last')}>
      <p className={classes['what']}>{what(bulk.change)}</p>
      <p className={classes['result']}>{result(bulk)}</p>
      {after > 0 && <p className={classes['result']}>{t('bulk.after', { count: after })}</p>}
      {lacksAnswers(bulk) && (
        <Suspense>
          <BulkNeeds key={bulk.id} bulk={bulk} selection={selection} />
        </Suspense>
      )}
      {isRunning && !bulk.is_waiting && (
        <Progress size="sm" value={(100 * bulk.done) / Math.max(1, bulk.total)} aria-label={result(bulk)} />
      )}
      <div className={classes['tools']}>
        {isRunning && (
          <Button size="xs" variant="default" onClick={() => attempt(stopBulk(bulk.id))}>
            {t('bulk.stop')}
          </Button>
        )}
        {bulk.can_undo && (
          <Button size="xs" variant="default" onClick={() => attempt(undoBulk(bulk.id))}>
            {t('bulk.undo')}
          </Button>
        )}
        {(!isRunning || bulk.is_waiting || after > 0) && (
          <Button size="xs" variant="subtle" color="gray" onClick={onDetails}>
            {t('bulk.details')}
          </Button>
        )}
        {!isRunning && (
          <CloseButton
            className={classes['close'] ?? ''}
            size="sm"
            aria-label={t('bulk.dismiss')}
            onClick={onClose}
          />
        )}
      </div>
    </section>
  );
}
