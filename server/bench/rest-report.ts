/** Answers the bench that started this process with its memory; loaded before the panel. */
process.on('message', () => process.send?.(process.memoryUsage()));
process.channel?.unref();
