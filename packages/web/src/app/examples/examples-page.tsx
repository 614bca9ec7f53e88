import { Chart } from '#shared/charts/chart.tsx';
import { HeatMap } from '#shared/charts/heat-map.tsx';
import { SmallMultiples } from '#shared/charts/small-multiples.tsx';
import { DateRangePicker } from '#shared/filters/date-range-picker.tsx';
import type { RangeSearch } from '@trunkline/contract';
import { durationText, number } from '#shared/lib/format.ts';
import { useState } from 'react';
import classes from './examples.module.css';
import { FormExample } from './form-example.tsx';
import { PlayerExample } from './player-example.tsx';
import { agentPoints, AGENTS, dayPoints, hourPoints, MEDIA, weekValues } from './sample-figures.ts';
import { TableExample } from './table-example.tsx';

/** Shows the shared components with much data. In development only, so its words are English. */
export function ExamplesPage() {
  const [range, setRange] = useState<RangeSearch>({ range: 'week', compare: true });
  const [opened, setOpened] = useState('Nothing opened yet');
  return (
    <main className={classes['page']}>
      <h1>Kits</h1>
      <section>
        <h2>Period</h2>
        <DateRangePicker value={range} onChange={setRange} />
      </section>
      <section>
        <h2>Table</h2>
        <TableExample />
      </section>
      <section>
        <h2>Form</h2>
        <FormExample />
      </section>
      <section>
        <h2>Recording</h2>
        <PlayerExample />
      </section>
      <section>
        <h2>Charts</h2>
        <p role="status">{opened}</p>
        <div className={classes['grid']}>
          <Chart
            kind="line"
            title="Waiting time of calls, 90 days"
            pointTitle="Day"
            series={[
              { key: 'p50', label: 'Median' },
              { key: 'p90', label: 'Slowest tenth' },
            ]}
            points={dayPoints()}
            unit="seconds"
            format={durationText}
            onOpen={(point, series) => setOpened(`${series.label} of ${point.label}`)}
          />
          <Chart
            kind="stacked"
            title="Tickets by channel, 24 hours"
            pointTitle="Hour"
            series={MEDIA}
            points={hourPoints()}
            format={number}
            onOpen={(point, series) => setOpened(`${series.label} at ${point.label}`)}
          />
          <Chart
            kind="bar"
            title="Answered and missed calls, 24 hours"
            pointTitle="Hour"
            series={MEDIA.slice(0, 2)}
            points={hourPoints()}
            format={number}
          />
          <Chart kind="bar" title="Nothing" pointTitle="Hour" series={MEDIA} points={[]} format={number} />
        </div>
        <HeatMap
          title="Conversations by hour and weekday"
          values={weekValues()}
          format={number}
          onOpen={({ weekday, hour }) => setOpened(`Weekday ${weekday}, ${hour}:00`)}
        />
        <SmallMultiples
          title="Replies of each agent, 30 days"
          series={AGENTS}
          points={agentPoints()}
          format={number}
        />
      </section>
    </main>
  );
}
