import { Button } from '@mantine/core';
import type { Meeting } from '@trunkline/call-client';
import { useTranslation } from 'react-i18next';
import { CameraButton, HangUpButton, MicrophoneButton } from './call-buttons.tsx';
import { ENDS } from '#shared/lib/keys/use-window-focus.ts';
import { MoveTools } from './move/call-move.tsx';
import type { WindowProps } from './window/window-props.ts';
import classes from './window/call-window.module.css';
import { meetings } from './meeting.ts';
import { RecordButton } from './record-button.tsx';

type Props = WindowProps & { now: Meeting; hasCamera?: boolean };

/** The bottom bar of a call's window: the call's buttons or, after a failure, a button to close the window. */
export function CallBar({ state, now, onHangUp, onDismiss, hasCamera = false }: Props) {
  const { t } = useTranslation('calls');
  const own = now.people.find(({ isLocal }) => isLocal);
  return (
    <footer className={classes['bar']}>
      {state.status === 'joined' ? (
        <>
          <MicrophoneButton
            isOn={own ? !own.isMuted : true}
            onChange={(isOn) => meetings.setMicrophone(isOn)}
          />
          {hasCamera && (
            <CameraButton isOn={Boolean(own?.picture)} onChange={(isOn) => meetings.setCamera(isOn)} />
          )}
          <RecordButton credentials={state.credentials} />
          <MoveTools credentials={state.credentials} isOver={state.isOver} />
          <HangUpButton onClick={onHangUp} />
        </>
      ) : (
        <Button size="xs" variant="default" onClick={onDismiss} {...ENDS}>
          {t('close')}
        </Button>
      )}
    </footer>
  );
}
