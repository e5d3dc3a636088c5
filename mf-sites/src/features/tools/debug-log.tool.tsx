import { t } from '@panel/core';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, CopyText, EmptyState, formatBytes, Inline, Stack, Switch, Text } from '@panel/ui';
import { debugLogQuery, isLogCut, siteTools, useTool } from '@panel/resources/site-tool';
import { ToolData } from '@panel/workload/parts';
import type { ToolProps } from './tool-props.ts';
import './tools.css';

/** The end of wp-content/debug.log. Visitors never see its errors, and the edge does not serve the file. */
export function DebugLogTool({ siteId, reason, onStarted }: ToolProps) {
  const switchLog = useTool(siteTools.setDebugLog, onStarted);
  const empty = useTool(siteTools.emptyDebugLog, onStarted);
  const result = useQuery({ ...debugLogQuery(siteId), enabled: reason === undefined });
  return (
    <Card title={t('Debug log')}>
      <ToolData result={result} reason={reason} what={t('the debug log')}>
        {({ enabled, size, text }, { loading, reload }) => (
          <Stack gap={4}>
            <Switch
              label={t('Write errors to the debug log')}
              help={t(
                'WordPress logs errors, warnings and notices to wp-content/debug.log. The site restarts when this changes.',
              )}
              checked={enabled}
              disabled={reason !== undefined || switchLog.isPending}
              onChange={(on) => switchLog.mutate({ id: siteId, enabled: on })}
            />
            {size === null ? (
              <EmptyState
                icon="terminal"
                level={3}
                title={t('The log is empty')}
                text={
                  enabled
                    ? t('Errors of the site will appear here.')
                    : t('Switch the log on to see errors of the site here.')
                }
              />
            ) : (
              <>
                <Inline justify="between">
                  <Text size="s" tone="muted">
                    {formatBytes(size)}
                    {isLogCut(size, text) && t(', the last lines')}
                  </Text>
                  <Inline gap={2}>
                    <CopyText text={text} label={t('Copy log')} buttonOnly />
                    <Button size="s" icon="refresh" loading={loading} disabledReason={reason} onClick={reload}>
                      {t('Refresh')}
                    </Button>
                    <Button
                      size="s"
                      icon="trash"
                      loading={empty.isPending}
                      disabledReason={reason}
                      onClick={() => empty.mutate({ id: siteId })}
                    >
                      {t('Empty log')}
                    </Button>
                  </Inline>
                </Inline>
                <pre className="tools-log" tabIndex={0} role="log" aria-live="off" aria-label={t('Debug log')}>
                  {text}
                </pre>
              </>
            )}
          </Stack>
        )}
      </ToolData>
    </Card>
  );
}
