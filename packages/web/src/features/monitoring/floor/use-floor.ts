import type { FloorChanges } from '@trunkline/contract';
import { useEffect, useState } from 'react';
import { realtime, useConnection } from '#shared/api/realtime.ts';
import { useTopic } from '#shared/api/use-topic.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { boardOf, follows, isOld, withChanges, type Board } from './board.ts';

export type Floor = { board: Board; isOld: boolean };

/** The board, followed: all of it when the line stands, then what changes. Undefined until it has come. */
export function useFloor(): Floor | undefined {
  useTopic('floor');
  const [board, setBoard] = useState<Board>();
  useEffect(() => {
    const take = (told: FloorChanges) =>
      setBoard((known) => {
        if (!known) return known;
        if (follows(known, told)) return withChanges(known, told, Date.now());
        // Something is missing between the two, so all of it is asked for.
        queueMicrotask(askAnew);
        return known;
      });
    const unlisten = [
      realtime.on('floor-state', (state) => setBoard(boardOf(state, Date.now()))),
      realtime.on('floor-changes', take),
    ];
    return () => unlisten.forEach((stop) => stop());
  }, []);
  const isConnected = useConnection() === 'online';
  const now = useNow();
  return board && { board, isOld: !isConnected || isOld(board, now) };
}

let asked = 0;

/** Watching once more brings the whole board; not for each of the changes that come meanwhile. */
function askAnew(): void {
  if (Date.now() - asked < 2000) return;
  asked = Date.now();
  realtime.request('watch', { topic: 'floor' }).catch(() => undefined);
}
