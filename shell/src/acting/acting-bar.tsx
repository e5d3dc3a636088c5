import { useEffect, useState } from 'react';
import { t, useViewer } from '@panel/core';
import { endActing } from '@panel/resources/impersonation';
import { TopBar } from '../chrome/top-bar.tsx';

const MINUTE_MS = 60_000;
const TICK_MS = 10_000;

/** Above every page while staff are signed in as a customer: who, for how long, and End. */
export function ActingBar({ open }: { open: (address: string) => void }) {
  const user = useViewer();
  const [now, setNow] = useState(() => Date.now());
  const [ending, setEnding] = useState(false);
  const acting = user?.acting;
  const endsAt = acting ? Date.parse(acting.ends_at) : null;
  useEffect(() => {
    if (endsAt === null) return undefined;
    // The server ends it; a page that stays open would only fail with its next call.
    const over = setTimeout(() => open('/'), Math.max(0, endsAt - Date.now()));
    const tick = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => {
      clearTimeout(over);
      clearInterval(tick);
    };
  }, [endsAt, open]);
  if (!user || !acting || endsAt === null) return null;

  const end = () => {
    setEnding(true);
    // The call itself reports the failure; the button allows another try.
    endActing().then(
      ({ redirectUrl }) => open(redirectUrl),
      () => setEnding(false),
    );
  };
  const minutes = Math.max(1, Math.ceil((endsAt - now) / MINUTE_MS));
  return (
    <TopBar label={t('Logged in as a customer')} action={{ label: t('End'), onClick: end, disabled: ending }}>
      <p>{t('{staff} as {customer}', { staff: acting.staff, customer: user.email })}</p>
      <span>{t('{minutes, plural, one {# minute} other {# minutes}} left', { minutes })}</span>
    </TopBar>
  );
}
