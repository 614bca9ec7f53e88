import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './pane-layout.module.css';

type Limits = { min: number; max: number; initial: number };
type Props = {
  label: string;
  width: number;
  limits: Limits;
  onChange: (width: number) => void;
  fromRight?: boolean;
};

const STEP = 16;

/** The line between two panes, which is dragged or moved with the arrow keys; a double click resets it. */
export function PaneDivider({ label, width, limits, onChange, fromRight = false }: Props) {
  const { t } = useTranslation('shared');
  const set = (next: number) => onChange(Math.round(Math.min(limits.max, Math.max(limits.min, next))));
  const direction = fromRight ? -1 : 1;

  function handlePointerDown(event: PointerEvent<HTMLDivElement>): void {
    const line = event.currentTarget;
    const from = event.clientX;
    line.setPointerCapture(event.pointerId);
    line.onpointermove = (move) => set(width + (move.clientX - from) * direction);
    line.onpointerup = () => {
      line.onpointermove = null;
    };
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    set(width + (event.key === 'ArrowRight' ? STEP : -STEP) * direction);
  }

  return (
    <div
      className={classes['divider']}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('resize', { pane: label })}
      aria-valuenow={width}
      aria-valuemin={limits.min}
      aria-valuemax={limits.max}
      onPointerDown={handlePointerDown}
      onKeyDown={handleKeyDown}
      onDoubleClick={() => onChange(limits.initial)}
    />
  );
}
