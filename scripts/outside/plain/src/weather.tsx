import React, { useState } from 'react';
import { useDays } from './days.ts';
import './weather.css';

/** A page written without the panel: a default export that imports nothing of it. */
export default function Weather() {
  const [text, setText] = useState('');
  const { days, more } = useDays();
  const load = () =>
    import('./forecast.ts').then(
      ({ forecast }) => setText(forecast(days)),
      () => setText('The forecast did not load.'),
    );
  return (
    <React.StrictMode>
      <h1 className="weather-title">Weather</h1>
      <button type="button" onClick={more}>
        Days: {days}
      </button>
      <button type="button" onClick={() => void load()}>
        Forecast
      </button>
      <p role="status">{text}</p>
    </React.StrictMode>
  );
}
