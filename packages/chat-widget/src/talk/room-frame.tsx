import type { VisitorCall } from '@trunkline/contract';
import { useEffect, useState } from 'preact/hooks';
import type { PartProps } from '../call/part.ts';
import { enter } from './meeting.ts';

/** Everything that a page for calls does, but not taking its visitors away from the page around it. */
const MAY = 'allow-scripts allow-same-origin allow-forms allow-popups allow-modals allow-downloads';

type Props = {
  call: VisitorCall & { token: string };
  control: PartProps['control'];
  texts: PartProps['texts'];
};

/** The room of a call that is somebody else's page: there once somebody has picked up, so nobody waits in it alone. */
export function RoomFrame({ call, control, texts }: Props) {
  // Each look at the call brings a new token; the frame that is there needs none.
  const [entrance] = useState(() => ({ url: call.url, token: call.token, fail: control.fail }));
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    enter(entrance).then(
      ({ url }) => !isGone && setAddress(url),
      () => !isGone && entrance.fail(),
    );
    return () => {
      isGone = true;
    };
  }, [entrance]);
  if (address === null) return <div class="call-stage" />;
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- another origin's page, so its scripts do not reach ours
    <iframe
      class="call-frame"
      title={texts.room}
      src={address}
      allow="camera; microphone; picture-in-picture"
      sandbox={MAY}
    />
  );
}
