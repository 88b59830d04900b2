"""Reads ASiC containers with simple signatures (ETSI EN 319 162-1), by the text of the standard and nothing of ours."""

import base64
import hashlib
import zipfile
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

ASIC = '{http://uri.etsi.org/02918/v1.2.1#}'
DSIG = '{http://www.w3.org/2000/09/xmldsig#}'
MEDIA_TYPES = {'application/vnd.etsi.asic-s+zip', 'application/vnd.etsi.asic-e+zip'}
DIGESTS = {
    'http://www.w3.org/2001/04/xmlenc#sha256': hashlib.sha256,
    'http://www.w3.org/2001/04/xmldsig-more#sha384': hashlib.sha384,
    'http://www.w3.org/2001/04/xmlenc#sha512': hashlib.sha512,
}


def signed_parts(path: Path) -> list[tuple[bytes, bytes]]:
    """Each CAdES signature of the container with the bytes it is over; raises ValueError for what breaks a rule."""
    with zipfile.ZipFile(path) as archive:
        if archive.testzip() is not None:
            raise ValueError('an entry is damaged')
        media_type = check_media_type(archive)
        data = [name for name in archive.namelist() if name != 'mimetype' and not name.startswith('META-INF/')]
        if media_type.endswith('asic-s+zip'):
            if len(data) != 1:
                raise ValueError(f'ASiC-S holds one data object, not {len(data)}')
            return [(archive.read('META-INF/signature.p7s'), archive.read(data[0]))]
        return manifests_of(archive, set(data))


def check_media_type(archive: zipfile.ZipFile) -> str:
    """A.1: the first entry, neither compressed nor encrypted, without an extra field, so that it can be seen at 38."""
    first = archive.infolist()[0]
    if first.filename != 'mimetype' or first.compress_type != zipfile.ZIP_STORED or first.header_offset != 0:
        raise ValueError('mimetype is not the first entry, stored')
    media_type = archive.read('mimetype').decode('ascii')
    archive.fp.seek(38)
    if archive.fp.read(len(media_type)).decode('latin-1') != media_type:
        raise ValueError('mimetype has an extra field')
    if media_type not in MEDIA_TYPES:
        raise ValueError(f'unknown media type {media_type}')
    return media_type


def manifests_of(archive: zipfile.ZipFile, data: set[str]) -> list[tuple[bytes, bytes]]:
    parts = []
    for name in archive.namelist():
        if not (name.startswith('META-INF/ASiCManifest') and name.endswith('.xml')):
            continue
        manifest = archive.read(name)
        root = ElementTree.fromstring(manifest)
        if root.tag != f'{ASIC}ASiCManifest':
            raise ValueError(f'{name} is no ASiCManifest')
        covered = {check_reference(archive, reference) for reference in root.findall(f'{ASIC}DataObjectReference')}
        if covered != data:
            raise ValueError(f'{name} does not cover {sorted(data - covered)}')
        parts.append((archive.read(root.find(f'{ASIC}SigReference').attrib['URI']), manifest))
    if not parts:
        raise ValueError('there is no ASiCManifest')
    return parts


def check_reference(archive: zipfile.ZipFile, reference: ElementTree.Element) -> str:
    name = unquote(reference.attrib['URI'])
    digest = DIGESTS[reference.find(f'{DSIG}DigestMethod').attrib['Algorithm']]
    expected = base64.b64decode(reference.find(f'{DSIG}DigestValue').text)
    if digest(archive.read(name)).digest() != expected:
        raise ValueError(f'{name} is not what was signed')
    return name

