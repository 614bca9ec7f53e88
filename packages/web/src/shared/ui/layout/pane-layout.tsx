import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { useStored } from '#shared/lib/use-stored.ts';
import { PaneDivider } from './pane-divider.tsx';
import classes from './pane-layout.module.css';

export type PaneName = 'list' | 'main' | 'side';

type Props = {
  /** The key under which the widths are stored on this device. */
  storageKey: string;
  list: ReactNode;
  main: ReactNode;
  side?: ReactNode;
  /** Only the list is shown, at full width, because nothing is open. */
  listOnly?: boolean;
  /** False hides the side pane; the caller stores it, for example with `useStored`. */
  sideOpen?: boolean;
  /** On phones: the pane that is shown. */
  show: PaneName;
  /** On phones: goes back from `show` to the pane before it. Without it there is no back button. */
  onBack?: () => void;
  /** Labels of the panes for screen readers. */
  labels: Record<PaneName, string>;
};

const LIST = { min: 320, max: 480, initial: 360 };
const SIDE = { min: 280, max: 420, initial: 320 };

/** List, work and side pane next to each other with stored widths; on phones one at a time, with a back button. */
export function PaneLayout(props: Props) {
  const { storageKey, list, main, side, sideOpen = true, listOnly = false, show, labels } = props;
  const narrow = useNarrow();
  const [listWidth, setListWidth] = useStored(`${storageKey}.list`, (stored) => widthIn(LIST, stored));
  const [sideWidth, setSideWidth] = useStored(`${storageKey}.side`, (stored) => widthIn(SIDE, stored));
  if (narrow) return <PaneStack {...props} />;
  return (
    <div className={classes['panes']} data-show={show}>
      <section
        className={classes['list']}
        style={{ width: listOnly ? '100%' : listWidth }}
        aria-label={labels.list}
      >
        {list}
      </section>
      {!listOnly && (
        <>
          <PaneDivider label={labels.list} width={listWidth} limits={LIST} onChange={setListWidth} />
          <section className={classes['main']} aria-label={labels.main}>
            {main}
          </section>
        </>
      )}
      {!listOnly && side !== undefined && sideOpen && (
        <>
          <PaneDivider
            label={labels.side}
            width={sideWidth}
            limits={SIDE}
            onChange={setSideWidth}
            fromRight
          />
          <section className={classes['side']} style={{ width: sideWidth }} aria-label={labels.side}>
            {side}
          </section>
        </>
      )}
    </div>
  );
}

function PaneStack({ list, main, side, show, onBack, labels }: Props) {
  const { t } = useTranslation('shared');
  const panes: Record<PaneName, ReactNode> = { list, main, side };
  return (
    <div className={classes['stack']}>
      {show !== 'list' && onBack && (
        <button type="button" className={classes['back']} data-pane-back onClick={onBack}>
          <IconArrowLeft size={18} stroke={1.75} aria-hidden />
          {t('back')}
        </button>
      )}
      <section className={classes['top']} aria-label={labels[show]}>
        {panes[show]}
      </section>
    </div>
  );
}

function widthIn({ min, max, initial }: typeof LIST, stored: unknown): number {
  return typeof stored === 'number' && stored >= min && stored <= max ? stored : initial;
}
