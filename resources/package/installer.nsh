; What the installer for Windows does besides what electron-builder writes; its configuration includes this file. UTF-8.
; Documents are offered to the program ("Open with"); it never makes itself the viewer of anything. A removal takes away what
; the program has written about itself, and the data only where a person says so: never silently, never for an update.

!define DOCUMENT_CLASS "SigningStation.Document"

LangString deleteData 1033 "Remove the documents, the history, the settings and the kept PINs of Signing Station, too? They are lost then.$\r$\n$\r$\nWithout it they are there again for the next installation."
LangString deleteData 1031 "Auch die Dokumente, den Verlauf, die Einstellungen und die aufbewahrten PINs von Signing Station entfernen? Sie sind dann verloren.$\r$\n$\r$\nOhne das sind sie bei der nächsten Installation wieder da."
LangString deleteData 1036 "Supprimer aussi les documents, l’historique, les réglages et les codes PIN conservés de Signing Station ? Ils seront alors perdus.$\r$\n$\r$\nSinon, ils seront de nouveau là à la prochaine installation."
LangString deleteData 3082 "¿Eliminar también los documentos, el historial, los ajustes y los PIN guardados de Signing Station? Se perderán.$\r$\n$\r$\nSi no, estarán de nuevo en la próxima instalación."

!macro forEachExtension DO
  !insertmacro ${DO} "pdf"
  !insertmacro ${DO} "xml"
  !insertmacro ${DO} "p7m"
  !insertmacro ${DO} "p7s"
  !insertmacro ${DO} "asice"
  !insertmacro ${DO} "asics"
  !insertmacro ${DO} "sce"
  !insertmacro ${DO} "scs"
!macroend

!macro offerFor EXTENSION
  WriteRegNone SHELL_CONTEXT "Software\Classes\.${EXTENSION}\OpenWithProgids" "${DOCUMENT_CLASS}"
!macroend

!macro offerNoMoreFor EXTENSION
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${EXTENSION}\OpenWithProgids" "${DOCUMENT_CLASS}"
!macroend

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\${DOCUMENT_CLASS}" "" "${PRODUCT_NAME}"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${DOCUMENT_CLASS}\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${DOCUMENT_CLASS}\shell\open\command" "" '"$appExe" "%1"'
  !insertmacro forEachExtension offerFor
  System::Call 'shell32::SHChangeNotify(i, i, i, i) v (0x08000000, 0, 0, 0)'
!macroend

!macro customUnInstall
  ${ifNot} ${isUpdated}
    !insertmacro forEachExtension offerNoMoreFor
    DeleteRegKey SHELL_CONTEXT "Software\Classes\${DOCUMENT_CLASS}"
    ; "Start when I log in", and the scheme that raises the window: both written by the program for this person.
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegKey HKCU "Software\Classes\signing-station"
    ${ifNot} ${isDeleteAppData}
      MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(deleteData)" /SD IDNO IDNO keepData
    ${endIf}
    ; Data belong to a person, also where the program was installed for everybody.
    SetShellVarContext current
    RMDir /r "$LOCALAPPDATA\signing-station"
    RMDir /r "$APPDATA\${APP_PACKAGE_NAME}"
    ${if} $installMode == "all"
      SetShellVarContext all
    ${endIf}
    keepData:
  ${endIf}
!macroend
