import { t } from '@panel/core';
import { Banner, CopyText, Disclosure } from '@panel/ui';
import { TEST_CARDS } from '@panel/resources/payment';
import './checkout.css';

/** Says that no money moves, and which cards there are to try. */
export const TestCards = () => (
  <Banner kind="warning" title={t('This is a test processor: no real money moves.')}>
    {t('Never enter a real card. Use one of these cards with any future date and any three digits as CVC.')}
    <Disclosure summary={t('Test cards')}>
      <dl className="test-cards">
        {TEST_CARDS.map(({ number, text }) => (
          <div key={number} className="test-card">
            <dt>
              <CopyText text={number} label={t('Copy {number}', { number })} />
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  </Banner>
);
