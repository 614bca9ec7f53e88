import { useTranslation } from 'react-i18next';
import { waveformPath, type RecordedVoice } from './recording-voices.ts';
import classes from './recording-player.module.css';

/** Draws the loudness of one participant, the played part in colour. Hidden from screen readers, which use the slider. */
export function Waveform({ voice, played }: { voice: RecordedVoice; played: number }) {
  const { t } = useTranslation('shared/media-player');
  const { name, role, stretches, bars } = voice;
  const strokes = waveformPath(bars);
  return (
    <div className={classes['voice']} data-role={role}>
      <span className={classes['name']} dir="auto">
        {role === 'guest' ? t('guest', { name }) : name}
      </span>
      <div className={classes['wave']} data-bars={bars.filter((bar) => bar > 0).length} aria-hidden>
        {stretches.map(({ from, to }) => (
          <span
            key={from}
            className={classes['stretch']}
            style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
          />
        ))}
        {(['all', 'played'] as const).map((which) => (
          <svg
            key={which}
            className={classes[which]}
            viewBox={`0 0 ${Math.max(1, bars.length)} 1`}
            preserveAspectRatio="none"
            style={which === 'played' ? { clipPath: `inset(0 ${(1 - played) * 100}% 0 0)` } : undefined}
          >
            <path d={strokes} vectorEffect="non-scaling-stroke" />
          </svg>
        ))}
        <span className={classes['head']} style={{ left: `${played * 100}%` }} />
      </div>
    </div>
  );
}
