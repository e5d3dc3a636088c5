import { useId } from 'react';

export default function WeatherCard() {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Weather of today</h2>
      <p>18 degrees</p>
    </section>
  );
}
