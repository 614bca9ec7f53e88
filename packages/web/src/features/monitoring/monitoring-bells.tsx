import { useSession } from '#shared/api/session.ts';
import { AlertBell } from './alerts/alert-bell.tsx';
import { CallAlert } from './call-alert.tsx';

/** Sounds and notifications for supervisors, on every page. */
export default function MonitoringBells() {
  const { user } = useSession();
  return (
    <>
      <AlertBell />
      {user.is_monitoring === 1 && <CallAlert />}
    </>
  );
}
