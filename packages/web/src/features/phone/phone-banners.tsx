import { useSession } from '#shared/api/session.ts';
import { LostGateways } from './lost-gateways.tsx';
import { RingtoneBlockedNotice } from './ringtone-blocked-notice.tsx';

/** Problems with telephone calls, for the users whom they concern. */
export default function PhoneBanners() {
  const { can, extension } = useSession();
  const isCalled = can('TICKETS:VIEW') && (extension !== '' || can('CONFIG_APP:EDIT'));
  return (
    <>
      {(isCalled || can('MONITORING:VIEW')) && <LostGateways />}
      {extension !== '' && <RingtoneBlockedNotice />}
    </>
  );
}
