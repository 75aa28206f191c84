import { PER_TARGET, type ClaimedDelivery } from './delivery-queue.repository.ts';

/** Maximum of claimed deliveries that wait for one target. */
const MOST_AHEAD = 200;

interface Lane {
  running: number;
  /** Calls finished since the last claim. Measures the target's speed. */
  ended: number;
  readonly queue: ClaimedDelivery[];
}

/** Keeps claimed deliveries by target: some in flight, few waiting. */
export function createTargetLanes() {
  const lanes = new Map<string, Lane>();
  let running = 0;
  const laneOf = (target: string): Lane => {
    let lane = lanes.get(target);
    if (lane === undefined) lanes.set(target, (lane = { running: 0, ended: 0, queue: [] }));
    return lane;
  };
  return {
    add(deliveries: readonly ClaimedDelivery[]): void {
      for (const [target, group] of Map.groupBy(deliveries, (delivery) => delivery.target)) {
        const { queue } = laneOf(target);
        queue.push(...group);
        // The sort is stable, so equal priorities keep their order.
        if (queue.length > group.length) queue.sort((a, b) => a.priority - b.priority);
      }
    },
    /** Returns the next delivery if the target has a free call. It then counts as running. */
    next(target: string): ClaimedDelivery | undefined {
      const lane = laneOf(target);
      if (lane.running >= PER_TARGET) return undefined;
      const delivery = lane.queue.shift();
      if (delivery === undefined) return undefined;
      lane.running += 1;
      running += 1;
      return delivery;
    },
    ended(target: string): void {
      const lane = laneOf(target);
      lane.running -= 1;
      lane.ended += 1;
      running -= 1;
    },
    /** Removes waiting deliveries: the matching ones, or all. */
    drain(matches: (delivery: ClaimedDelivery) => boolean = () => true): ClaimedDelivery[] {
      const drained: ClaimedDelivery[] = [];
      for (const { queue } of lanes.values()) {
        const kept: ClaimedDelivery[] = [];
        for (const delivery of queue.splice(0)) (matches(delivery) ? drained : kept).push(delivery);
        queue.push(...kept);
      }
      return drained;
    },
    /**
     * Returns how many more deliveries to claim for each busy target. A target that answers fast gets more in advance.
     * A slow one gets none, so that other processes can send them.
     */
    rooms(): Map<string, number> {
      const rooms = new Map<string, number>();
      for (const [target, lane] of lanes) {
        const { ended } = lane;
        const ahead = Math.min(MOST_AHEAD, 2 * ended);
        lane.ended = 0;
        if (lane.running === 0 && lane.queue.length === 0 && ended === 0) lanes.delete(target);
        else rooms.set(target, Math.max(0, PER_TARGET + ahead - lane.running - lane.queue.length));
      }
      return rooms;
    },
    get running(): number {
      return running;
    },
  };
}
