import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './keypad.module.css';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];
/** How many of the pressed keys are shown. */
const SHOWN = 24;

/** Sends tones to the other side of a call, for its voice menus; keys can be clicked or typed. */
export function Keypad({ onPress }: { onPress: (key: string) => void }) {
  const { t } = useTranslation('shared/dialing');
  const [pressed, setPressed] = useState('');
  const typing = useRef<HTMLInputElement>(null);
  // Takes the focus at once, so that typed keys go to the other side.
  useEffect(() => typing.current?.focus(), []);
  const press = (key: string) => {
    onPress(key);
    setPressed((before) => (before + key).slice(-SHOWN));
  };
  return (
    <div>
      <input
        ref={typing}
        readOnly
        data-autofocus
        className={classes['pressed']}
        aria-label={t('pressed')}
        value={pressed}
        onKeyDown={({ key }) => KEYS.includes(key) && press(key)}
      />
      <PhoneKeys
        keys={KEYS}
        onPress={(key) => {
          press(key);
          typing.current?.focus();
        }}
      />
    </div>
  );
}

type KeysProps = { keys: readonly string[]; onPress: (key: string) => void; isWide?: boolean };

/** Keys in rows of three, as on a telephone. */
export function PhoneKeys({ keys, onPress, isWide = false }: KeysProps) {
  return (
    <div className={classes['keys']} data-wide={isWide || undefined}>
      {keys.map((key) => (
        <button key={key} type="button" className={classes['key']} onClick={() => onPress(key)}>
          {key}
        </button>
      ))}
    </div>
  );
}
