import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { IconGripVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './order-list.module.css';

type Id = number | string;
type Item = { id: Id; name: string };
type Props<T extends Item> = {
  items: readonly T[];
  /** Label of an item's handle. */
  handle: (name: string) => string;
  onOrder: (ids: T['id'][]) => void;
  children: (item: T) => ReactNode;
};

const START_AFTER_PX = 4;

/** A short list whose items are reordered by dragging, or with the keyboard on an item's handle. */
export function OrderList<T extends Item>({ items, handle, onOrder, children }: Props<T>) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: START_AFTER_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids: T['id'][] = items.map(({ id }) => id);

  function handleDragEnd({ active, over }: DragEndEvent): void {
    const from = ids.findIndex((id) => id === active.id);
    const to = ids.findIndex((id) => id === over?.id);
    if (from >= 0 && to >= 0 && from !== to) onOrder(arrayMove(ids, from, to));
  }

  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={handleDragEnd}>
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul className={classes['list']}>
          {items.map((item) => (
            <OrderItem key={item.id} id={item.id} label={handle(item.name)}>
              {children(item)}
            </OrderItem>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

function OrderItem({ id, label, children }: { id: Id; label: string; children: ReactNode }) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id });
  // Dropped, because a button element has this role already.
  const { role: _role, ...grip } = attributes;
  return (
    <li
      ref={setNodeRef}
      className={classes['item']}
      data-dragged={isDragging || undefined}
      style={{
        ...(transform && { transform: `translateY(${transform.y}px)` }),
        ...(transition && { transition }),
      }}
    >
      <button type="button" ref={setActivatorNodeRef} {...grip} {...listeners} aria-label={label}>
        <IconGripVertical size={16} stroke={1.75} aria-hidden />
      </button>
      {children}
    </li>
  );
}
