/** The parts of `https://key:secret@host/bucket/prefix?region=…`. */
export function bucketAddress(address: string) {
  const url = new URL(address);
  const [bucket = '', ...prefix] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const accessKeyId = decodeURIComponent(url.username);
  return {
    endpoint: url.origin,
    bucket,
    prefix: prefix.length > 0 ? `${prefix.join('/')}/` : '',
    region: url.searchParams.get('region') ?? 'us-east-1',
    // Without credentials the SDK uses its usual sources: environment, profile, instance.
    credentials: accessKeyId ? { accessKeyId, secretAccessKey: decodeURIComponent(url.password) } : undefined,
  };
}

/** The same for people, without credentials. */
export function bucketPlace(address: string): string {
  const { bucket, endpoint } = bucketAddress(address);
  return `bucket ${bucket} at ${endpoint}`;
}
