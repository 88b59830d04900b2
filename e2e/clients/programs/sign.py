"""sign.py URL KEY DOCUMENT TARGET: signs a PDF with the generated client, writes it, and prints the verdict on it."""
import sys
import time
from pathlib import Path

import station_client

url, key, document, target = sys.argv[1:]
configuration = station_client.Configuration(host=url, api_key={"ApiKeyHeader": key})
with station_client.ApiClient(configuration) as client:
    signatures = station_client.SignaturesApi(client)
    name = Path(document).name
    created = signatures.create_signature(
        file=[(name, Path(document).read_bytes())],
        format="PAdES",
        profile="B",
        signing_provider="Pfx",
        idempotency_key="python",
    )
    while (view := signatures.get_signature(created.id)).status not in ("Completed", "Failed", "Rejected"):
        time.sleep(0.1)
    if view.status != "Completed":
        sys.exit(f"{view.status}: {view.error_code} {view.error_message}")
    Path(target).write_bytes(signatures.get_signature_content(created.id))
    print(station_client.VerificationApi(client).verify_signature(created.id).overall_status)
    # Lists, and answers with parts of many shapes, are read as well.
    listed = signatures.list_signatures(status=["Completed"], count="true")
    assert listed.items[0].id == created.id, listed
    assert station_client.ProvidersApi(client).list_providers(), "no provider"
