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
    <Card title="Debug log">
      <ToolData result={result} reason={reason} what="the debug log">
        {({ enabled, size, text }, { loading, reload }) => (
          <Stack gap={4}>
            <Switch
              label="Write errors to the debug log"
              help="WordPress logs errors, warnings and notices to wp-content/debug.log. The site restarts when this changes."
              checked={enabled}
              disabled={reason !== undefined || switchLog.isPending}
              onChange={(on) => switchLog.mutate({ id: siteId, enabled: on })}
            />
            {size === null ? (
              <EmptyState
                icon="terminal"
                level={3}
                title="The log is empty"
                text={
                  enabled ? 'Errors of the site will appear here.' : 'Switch the log on to see errors of the site here.'
                }
              />
            ) : (
              <>
                <Inline justify="between">
                  <Text size="s" tone="muted">
                    {formatBytes(size)}
                    {isLogCut(size, text) && ', the last lines'}
                  </Text>
                  <Inline gap={2}>
                    <CopyText text={text} label="Copy log" buttonOnly />
                    <Button size="s" icon="refresh" loading={loading} disabledReason={reason} onClick={reload}>
                      Refresh
                    </Button>
                    <Button
                      size="s"
                      icon="trash"
                      loading={empty.isPending}
                      disabledReason={reason}
                      onClick={() => empty.mutate({ id: siteId })}
                    >
                      Empty log
                    </Button>
                  </Inline>
                </Inline>
                <pre className="tools-log" tabIndex={0} role="log" aria-live="off" aria-label="Debug log">
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
