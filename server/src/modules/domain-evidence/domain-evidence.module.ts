import { calls } from '../../context/implement.ts';
import { defineModule } from '../../tasks/define-module.ts';
import { showEvidence } from './domain-evidence.service.ts';

/** Beside `domain`, because certificates depend on domains: both are below this. */
export const domainEvidenceModule = defineModule({
  routes: {
    domain: { evidence: calls.domain.evidence.handler(({ context, input }) => showEvidence(context, input.id)) },
  },
});
