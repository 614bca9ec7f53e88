import { ColorInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { contrastWithWhite, isHexColor } from './contrast.ts';
import classes from '../widgets.module.css';

const COLORS = ['#0b6a79', '#1f5fbf', '#6340b5', '#a3245e', '#b42323', '#8f5a00', '#1a7f45', '#16191d'];
/** The least contrast at which white text is readable (WCAG 2.2, 1.4.3). */
const READABLE = 4.5;

type Props = { value: string; isBad: boolean; canEdit: boolean; onChange: (color: string) => void };

/** Selects the colour below the white text of a widget or form, and warns where the contrast is too low. */
export function ColorField({ value, isBad, canEdit, onChange }: Props) {
  const { t } = useTranslation('settings');
  const ratio = isHexColor(value) ? contrastWithWhite(value) : READABLE;
  return (
    <div>
      <ColorInput
        label={t('chat.color')}
        value={value}
        format="hex"
        swatches={COLORS}
        swatchesPerRow={8}
        withEyeDropper={false}
        className={classes['color']}
        disabled={!canEdit}
        error={isBad && t('chat.color-bad')}
        onChange={onChange}
      />
      {ratio < READABLE && (
        <p className={classes['warning']} role="status">
          {t('chat.color-low', { ratio: ratio.toFixed(1) })}
        </p>
      )}
    </div>
  );
}
